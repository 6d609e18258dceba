// The form above the list: what it shows of a state, and the change of state that a control stands for.
(() => {
  "use strict";
  const karat = (globalThis.karat ??= {});
  const { by, element, visible } = karat.dom;

  const option = (value, text) => element("option", { value }, visible(text));

  // The pairs of systems in both orders, as values of a choice; with many systems there are many.
  const pairs = (head) =>
    head.systems.flatMap((_, a) => head.systems.map((_, b) => [a, b])).filter(([a, b]) => a !== b);

  const fill = (head) => {
    const name = (at) => head.systems[at].name;
    by("better").append(...pairs(head).map(([a, b]) => option(`${a}.${b}`, `${name(a)} better than ${name(b)}`)));
    by("sort").append(
      ...head.systems.map((_, at) => option(`score:${at}`, `Score of ${name(at)}`)),
      ...pairs(head).map(([a, b]) => option(`difference:${a}.${b}`, `${name(a)} minus ${name(b)}`)),
    );
    by("systems").append(
      ...head.systems.map((_, at) =>
        element("label", { class: "check" }, element("input", { type: "checkbox", value: at }), karat.dom.word(name(at)))),
    );
    by("better-field").hidden = head.systems.length < 2;
    by("systems").hidden = head.systems.length < 2;
  };

  // The choices that depend on the scheme; the first one, for no choice, stays.
  const choices = (id, names) => {
    by(id).replaceChildren(by(id).firstElementChild, ...names.map((one) => option(one, one)));
    by(`${id}-field`).hidden = !names.length;
  };

  const ofScheme = (scheme, head, index) => {
    choices("cause", head.schemes[scheme].causes);
    choices("label", karat.select.labelsOf(scheme, head, index));
  };

  const FIELDS = ["q", "from", "to", "cause", "status", "label", "better", "sort"];
  const NUMBERS = new Set(["from", "to"]);

  const show = (state, head) => {
    for (const id of FIELDS) {
      const value = NUMBERS.has(id) ? state[id] || "" : state[id];
      if (String(by(id).value) !== String(value)) by(id).value = value;
    }
    by("down").setAttribute("aria-pressed", String(Boolean(state.down)));
    by("scheme").value = state.scheme;
    const shown = karat.state.shown(state, head);
    for (const box of by("systems").querySelectorAll("input")) box.checked = shown.includes(Number(box.value));
    const filtered = ["q", "from", "to", "cause", "status", "label", "better"].some((key) => state[key]);
    by("reset").disabled = !filtered;
  };

  const checked = (head) => {
    const boxes = [...by("systems").querySelectorAll("input")];
    const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
    return chosen.length === head.systems.length ? "" : chosen.join(".");
  };

  // `change` gets what is different in the state.
  const listen = (head, change) => {
    let typing = 0;
    let pending = {};
    // What was typed just before belongs to the same change, or it would be lost.
    const soon = (more, wait = 0) => {
      Object.assign(pending, more);
      clearTimeout(typing);
      typing = setTimeout(() => {
        const all = pending;
        pending = {};
        change(all);
      }, wait);
    };
    for (const id of FIELDS) {
      const value = () => (NUMBERS.has(id) ? Math.max(0, Math.floor(Number(by(id).value)) || 0) : by(id).value);
      const typed = ["q", "from", "to"].includes(id);
      by(id).addEventListener(typed ? "input" : "change", () => soon({ [id]: value() }, typed ? 150 : 0));
    }
    by("down").addEventListener("click", () =>
      soon({ down: by("down").getAttribute("aria-pressed") === "true" ? 0 : 1 }));
    by("systems").addEventListener("change", () => soon({ systems: checked(head) }));
    by("reset").addEventListener("click", () =>
      soon({ q: "", from: 0, to: 0, cause: "", status: "", label: "", better: "" }));
    by("filters").addEventListener("submit", (event) => event.preventDefault());
  };

  karat.controls = { fill, ofScheme, show, listen };
})();
