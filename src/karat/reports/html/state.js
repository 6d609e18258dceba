// The state of the sentence browser, and the fragment of the address that it is written in.
(() => {
  "use strict";
  const karat = (globalThis.karat ??= {});

  const STATUSES = { failed: "f", aligned: "a", scored: "s", "left-out": "o" };
  const START = Object.freeze({
    s: 0, scheme: 0, systems: "", q: "", from: 0, to: 0, cause: "", status: "", label: "",
    better: "", sort: "number", down: 0,
  });

  const number = (text, most = Number.MAX_SAFE_INTEGER) =>
    /^\d{1,9}$/.test(text) && Number(text) <= most ? Number(text) : 0;

  const systemsOf = (text, head) => [
    ...new Set(text.split(".").filter((one) => /^\d+$/.test(one) && head.systems[one])),
  ].map(Number);

  const pairOf = (text, head) => {
    const found = systemsOf(text, head);
    return found.length === 2 ? found.join(".") : "";
  };

  const sortOf = (text, head) => {
    const [key, which = ""] = text.split(":");
    if (key === "number" || key === "length") return key;
    if (key === "score" && systemsOf(which, head).length === 1) return text;
    return key === "difference" && pairOf(which, head) ? text : START.sort;
  };

  // What each part of a fragment means; what makes no sense in this report is left out. The scheme comes
  // before what depends on it.
  const READ = {
    s: (text, head) => number(text, head.gold.sentences),
    scheme: (text, head) => number(text, head.schemes.length - 1),
    systems: (text, head) => systemsOf(text, head).join("."),
    q: (text) => text,
    from: (text) => number(text),
    to: (text) => number(text),
    cause: (text, head, scheme) => (head.schemes[scheme].causes.includes(text) ? text : ""),
    status: (text) => (Object.hasOwn(STATUSES, text) ? text : ""),
    label: (text, head) => (head.labels.includes(text) ? text : ""),
    better: pairOf,
    sort: sortOf,
    down: (text) => (text === "1" ? 1 : 0),
  };

  // Whether a fragment is a state, not the name of a section.
  const isState = (fragment) => fragment.replace(/^#/, "") === "" || fragment.includes("=");

  const parse = (fragment, head) => {
    const given = new URLSearchParams(fragment.replace(/^#/, ""));
    const state = { ...START };
    for (const [key, read] of Object.entries(READ))
      if (given.has(key)) state[key] = read(given.get(key), head, state.scheme);
    return state;
  };

  const schemeOf = (fragment, head) =>
    READ.scheme(new URLSearchParams(fragment.replace(/^#/, "")).get("scheme") ?? "", head);

  const format = (state) => {
    const changed = Object.keys(START).filter((key) => state[key] !== START[key]);
    return `#${new URLSearchParams(changed.map((key) => [key, state[key]]))}`;
  };

  // The systems that are looked at: those chosen, or all.
  const shown = (state, head) => {
    const chosen = systemsOf(state.systems, head);
    return chosen.length ? chosen : head.systems.map((_, at) => at);
  };

  karat.state = { START, STATUSES, isState, parse, schemeOf, format, shown };
})();
