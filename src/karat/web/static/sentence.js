// One sentence: keys for the next and the previous one, and another scheme as soon as it is chosen.
"use strict";

(() => {
  const links = {
    j: "a[rel=next]", ArrowRight: "a[rel=next]", k: "a[rel=prev]", ArrowLeft: "a[rel=prev]", u: "#list",
  };
  // In a drawing that is wider than its box, the arrows scroll.
  const scrolls = (event) => {
    const box = event.target.closest(".drawing, .scroll");
    return event.key.startsWith("Arrow") && box && box.scrollWidth > box.clientWidth;
  };

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea") || scrolls(event)) return;
    const link = Object.hasOwn(links, event.key) && document.querySelector(links[event.key]);
    if (!link) return;
    event.preventDefault();
    link.click();
  });

  document.getElementById("scheme")?.addEventListener("change", (event) => event.target.form.submit());
})();
