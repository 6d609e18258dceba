// The columns of the list of sentences: what is in a heading, and in a cell.
(() => {
  "use strict";
  const karat = (globalThis.karat ??= {});
  const { element, word, visible, figure } = karat.dom;

  const STATUS = {
    f: ["failed", "this sentence has no score"],
    a: ["≈", "other tokens than gold: compared by alignment"],
    o: ["left out", "left out of every figure"],
  };

  const unitOf = (scheme) => scheme.measures.find((one) => one.name === scheme.main)?.unit ?? "share";

  // A figure of the index (an integer), with its status.
  const score = (value, letter, unit) => {
    const [sign, why] = STATUS[letter] ?? ["", ""];
    const known = value === null ? null : value / 10000;
    const text = known === null && sign ? sign : figure(known, unit);
    const bar = unit === "share" && known !== null ? element("span", { class: "bar", "aria-hidden": "true" }) : null;
    if (bar) bar.style.setProperty("--share", known);
    return element(
      "div", { role: "gridcell", class: `n score${letter === "f" ? " failed" : ""}`, title: why || null },
      bar, letter === "a" && known !== null ? element("span", { class: "sign" }, "≈ ") : null, text,
    );
  };

  const plain = (text, kind) => element("div", { role: "gridcell", class: kind }, text);

  const signed = (value, unit) => {
    if (Number.isNaN(value)) return "–";
    const text = figure(value / 10000, unit);
    return value > 0 ? `+${text}` : text;
  };

  // The columns for a state: key (what it is sorted by), title, width and cell of a sentence.
  const columns = (state, head, index, again) => {
    const scheme = head.schemes[state.scheme];
    const unit = unitOf(scheme);
    const scores = index.score[state.scheme];
    const statuses = index.status[state.scheme];
    const found = [
      { key: "number", title: "No.", kind: "n", width: 4.5, cell: (at) => plain((at + 1).toLocaleString("en"), "n") },
    ];
    if (index.id)
      found.push({ title: "Id", kind: "id", width: 9, cell: (at) => {
        const id = index.id[at] ?? "";
        return element("div", { role: "gridcell", class: "id", title: visible(id) || null }, word(id));
      } });
    found.push({ key: "length", title: "Words", kind: "n", width: 4.5, cell: (at) => plain(String(index.length[at]), "n") });
    for (const system of karat.state.shown(state, head))
      found.push({
        key: `score:${system}`, title: head.systems[system].name, file: true, kind: "n score", width: 6.5,
        cell: (at) => score(scores[system][at], statuses[system][at], unit),
      });
    const [key, which] = state.sort.split(":");
    const pair = key === "difference" ? which : state.better;
    if (pair) {
      const both = pair.split(".").map(Number);
      const ahead = karat.select.difference(scores, both, karat.select.direction(scheme));
      found.push({ key: `difference:${pair}`, title: "Difference", kind: "n", width: 7,
        cell: (at) => plain(signed(ahead(at), unit), "n") });
    }
    found.push({ title: "Sentence", kind: "text", width: 16, cell: (at) => {
      const text = karat.texts.text(at, again) ?? "…";
      return element("div", { role: "gridcell", class: "text", dir: "auto" }, visible(text));
    } });
    return found;
  };

  // The heading of a column; a click sorts by it, a second one the other way round.
  const heading = (column, state, sort) => {
    const title = column.file ? word(column.title) : column.title;
    if (!column.key)
      return element("div", { role: "columnheader", class: column.kind }, title);
    const mine = state.sort === column.key;
    const order = mine ? (state.down ? "descending" : "ascending") : "none";
    const arrow = element("span", { class: "arrow", "aria-hidden": "true" }, mine ? (state.down ? "▼" : "▲") : "");
    const button = element(
      "button", { type: "button", title: `Sort by ${visible(column.title)}`, onclick: () => sort(column.key) }, title, arrow,
    );
    return element("div", { role: "columnheader", class: column.kind, "aria-sort": order }, button);
  };

  // The widths of the columns, for the style sheet. The last one takes the room that is left; on narrow
  // screens it has a line of its own, and ids are left out.
  const widths = (found) => {
    const rems = (columns, scale) => columns.map((one) => `${one.width * scale}rem`).join(" ");
    const least = (columns, scale) => `${columns.reduce((sum, one) => sum + one.width * scale + 0.75, 0.75)}rem`;
    const figures = found.slice(0, -1);
    const narrow = figures.filter((one) => one.kind !== "id");
    return {
      "--columns": `${rems(figures, 1)} minmax(${found.at(-1).width}rem, 1fr)`, "--least": least(found, 1),
      "--narrow-columns": rems(narrow, 0.75), "--narrow-least": least(narrow, 0.75),
    };
  };

  karat.columns = { columns, heading, widths };
})();
