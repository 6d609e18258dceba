// Keys of the whole page. Single letters can be switched off, since speech input and slips type them too.
(() => {
  "use strict";
  const karat = (globalThis.karat ??= {});
  const { by } = karat.dom;

  const typing = (target) => target.matches("input:not([type=checkbox]), select, textarea");

  // `browser` has step, open, back and search.
  const start = (browser) => {
    const help = by("help");
    const LETTERS = {
      j: () => browser.step(1),
      k: () => browser.step(-1),
      "/": () => browser.search(),
      "?": () => help.showModal(),
    };

    document.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || help.open) return;
      if (event.key === "Escape") browser.back(event.target);
      else if (typing(event.target) || !by("letters").checked) return;
      else if (Object.hasOwn(LETTERS, event.key)) {
        event.preventDefault();
        LETTERS[event.key]();
      }
    });
    by("help-button").addEventListener("click", () => help.showModal());
  };

  karat.keys = { start };
})();
