// A grid of many rows of which only those in sight are elements. Focus stays on the grid; the current row
// is its active descendant, so that screen readers follow it.
(() => {
  "use strict";
  const karat = (globalThis.karat ??= {});
  const { element } = karat.dom;

  // Rows drawn above and below what is in sight.
  const MARGIN = 8;

  // `cells(row)` gives the cells of a row, `chosen(row)` is called when the current row changes.
  const create = (grid, { cells, chosen, opened }) => {
    const head = element("div", { role: "rowgroup", class: "list-head" });
    const body = element("div", { role: "rowgroup", class: "list-body" });
    grid.replaceChildren(head, body);
    let rows = [];
    let at = -1;
    let frame = 0;

    let tall = 32; // the height of a row

    const measure = () => {
      const row = body.firstElementChild;
      if (row) tall = row.getBoundingClientRect().height || tall;
    };

    const draw = () => {
      frame = 0;
      const first = Math.max(0, Math.floor(grid.scrollTop / tall) - MARGIN);
      const last = Math.min(rows.length, first + Math.ceil(grid.clientHeight / tall) + 2 * MARGIN);
      const made = [];
      for (let place = first; place < last; place += 1) made.push(line(place));
      body.replaceChildren(...made);
      body.style.paddingTop = `${first * tall}px`;
      body.style.height = `${rows.length * tall}px`;
      if (at >= first && at < last) grid.setAttribute("aria-activedescendant", `row-${at}`);
      else grid.removeAttribute("aria-activedescendant");
    };

    const later = () => (frame ||= requestAnimationFrame(draw));

    const line = (place) =>
      element(
        "div",
        {
          role: "row", id: `row-${place}`, class: "list-row", "aria-rowindex": place + 2,
          "aria-selected": String(place === at), onclick: () => (go(place), opened()),
        },
        ...cells(rows[place]),
      );

    // Scroll as little as needed to have the current row in sight, below the headings.
    const reveal = () => {
      const top = at * tall;
      const room = grid.clientHeight - head.offsetHeight;
      if (top < grid.scrollTop) grid.scrollTop = top;
      else if (top + tall > grid.scrollTop + room) grid.scrollTop = top + tall - room;
    };

    const go = (place) => {
      if (!rows.length) return;
      at = Math.min(Math.max(place, 0), rows.length - 1);
      reveal();
      draw();
      chosen(rows[at]);
    };

    const page = () => Math.max(1, Math.floor(grid.clientHeight / tall) - 2);
    const steps = {
      ArrowDown: () => at + 1, ArrowUp: () => at - 1, Home: () => 0, End: () => rows.length - 1,
      PageDown: () => at + page(), PageUp: () => at - page(),
    };

    grid.addEventListener("scroll", later, { passive: true });
    grid.addEventListener("keydown", (event) => {
      if (event.target !== grid || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "Enter") opened();
      else if (Object.hasOwn(steps, event.key)) go(steps[event.key]());
      else return;
      event.preventDefault();
    });
    new ResizeObserver(() => (measure(), later())).observe(grid);

    return {
      // Other rows, with `current` as the current one if it is among them.
      show(headings, found, current) {
        rows = found;
        at = rows.indexOf(current);
        head.replaceChildren(element("div", { role: "row", "aria-rowindex": 1, class: "list-row" }, ...headings));
        grid.setAttribute("aria-rowcount", rows.length + 1);
        draw();
        measure();
        if (at >= 0) reveal();
        else grid.scrollTop = 0;
        draw();
      },
      // Mark another row as the current one, without telling anybody.
      mark(current) {
        if (rows[at] === current) return;
        at = rows.indexOf(current);
        if (at >= 0) reveal();
        draw();
      },
      step: (by) => go(at + by),
      place: () => at,
      redraw: later,
    };
  };

  karat.list = { create };
})();
