// Light, dark, or as the system says; the choice is kept where the browser allows it.
(() => {
  "use strict";
  const karat = (globalThis.karat ??= {});
  const KEY = "karat-theme";
  const THEMES = ["auto", "light", "dark"];

  const kept = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };

  const keep = (theme) => {
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // Not allowed, in a private window for example: the choice holds for this visit.
    }
  };

  const set = (theme) => {
    const known = THEMES.includes(theme) ? theme : "auto";
    if (known === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = known;
    document.dispatchEvent(new Event("karat:theme"));
    return known;
  };

  const start = () => {
    const choice = document.getElementById("theme");
    choice.value = set(kept());
    choice.addEventListener("change", () => keep(set(choice.value)));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () =>
      document.dispatchEvent(new Event("karat:theme")));
  };

  karat.theme = { start };
})();
