// The list of sentences by keyboard: j and k (or the arrows) move, Enter opens, / searches.
"use strict";

(() => {
  const typing = (target) => target.closest("input, select, textarea, [contenteditable]");
  const links = () => [...document.querySelectorAll("table.sentences tbody th a")];

  const move = (by) => {
    const all = links();
    const at = all.indexOf(document.activeElement?.closest("tr")?.querySelector("th a"));
    const next = all[Math.min(Math.max(at + by, 0), all.length - 1)];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };

  const keys = { j: () => move(1), k: () => move(-1), ArrowDown: () => move(1), ArrowUp: () => move(-1),
    "/": () => document.getElementById("text")?.focus() };

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || typing(event.target)) return;
    if (event.key.startsWith("Arrow") && !event.target.closest("table.sentences")) return;
    const action = Object.hasOwn(keys, event.key) ? keys[event.key] : null;
    if (!action) return;
    event.preventDefault();
    action();
  });
})();
