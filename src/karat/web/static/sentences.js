// The list of sentences by keyboard: j and k (or the arrows) move, Enter opens, / searches. Other systems are
// shown with what is chosen now, which may not be what the page began with.
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

  const SYSTEMS = ["with", "page", "better"];
  const chosen = () => [...new URLSearchParams(location.search)].filter(([name]) => !SYSTEMS.includes(name));

  document.addEventListener("click", (event) => {
    const link = event.target.closest(".systems .drop");
    if (!link) return;
    const address = new URL(link.href);
    const shown = address.searchParams.getAll("with").map((one) => ["with", one]);
    address.search = new URLSearchParams([...shown, ...chosen()]).toString();
    link.href = address.href;
  });

  document.querySelector(".add")?.addEventListener("submit", (event) => {
    const form = event.target;
    for (const field of form.querySelectorAll("input[type=hidden]")) if (field.name !== "with") field.remove();
    for (const [name, value] of chosen()) {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name, value });
      form.append(field);
    }
  });
})();
