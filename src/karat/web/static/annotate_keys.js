// Keys: one table, from which the page reacts and the list of keys is made.
import { find, make } from "./annotate_dom.js";

const TYPING = "input, textarea, select, [contenteditable]";

const SHOWN = { ArrowDown: "↓", ArrowUp: "↑", ArrowLeft: "←", ArrowRight: "→" };

const named = (event) => {
  const held = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  const shift = held && event.shiftKey ? "Shift+" : "";
  return held + shift + (event.key === " " ? "Space" : held ? event.key.toLowerCase() : event.key);
};

// keys are { keys: ["a"], what: "accept", run, atOnce }; settled runs what has to wait for an undo
export const listen = (keys, settled) => {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest(TYPING)) return;
    // Arrows scroll what can be scrolled.
    if (event.key.startsWith("Arrow") && event.target.closest(".arcs")) return;
    // Enter and Space press the button that has the focus.
    if (event.target.closest("button, a, summary") && ["Enter", " "].includes(event.key)) return;
    const found = keys.find((one) => one.keys.includes(named(event)));
    if (!found) return;
    event.preventDefault();
    if (found.atOnce) found.run();
    else settled(found.run);
  });
};

export const showKeys = (keys) => {
  const row = (one) => make("tr", {},
    make("th", { scope: "row" }, ...one.keys.flatMap((key, at) => [...(at ? [" "] : []), make("kbd", {}, SHOWN[key] ?? key)])),
    make("td", {}, one.what));
  find("key-list").replaceChildren(...keys.map(row));
  find("keys").showModal();
};
