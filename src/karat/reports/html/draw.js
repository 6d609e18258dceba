// A whole drawing. karat.draw.picture(data) is an SVG, the same text as reports/svg makes of the same data;
// reports/svg/panels.py (as_data) says what the data are.
(() => {
  "use strict";
  const draw = karat.draw;
  const { clipped, columns, description, escaped, flowing, flowingText, legend, panels, printable, same, stacked, text, width } = draw;
  const { kinds, limits, sizes } = draw.table;
  const layouts = { tree: draw.tree, arcs: draw.arcs, ranges: draw.ranges };

  const titleOf = (picture) => {
    const known = picture.id ? ` (${clipped(picture.id, limits.long)})` : "";
    return `Sentence ${picture.number}${known}, ${printable(picture.scheme)}`;
  };

  const names = (panel, room) => {
    const words = flowingText("w0", panel.side.words.map((word) => clipped(word)), room, "word");
    const chips = [panel.rows, panel.below].filter((rows) => rows.length).map((rows) => flowing(rows, room));
    return stacked([words, ...chips], 8);
  };

  const limit = (found) =>
    `This has ${found}: too large to draw. At most ${limits.words} words, ${limits.rows} rows and ${limits.levels} levels `
    + "are drawn; karat show --all prints it in a terminal.";

  const refused = (kind, panel) => {
    const words = panel.side.words.length;
    const rows = Math.max(panel.side.rows.length, panel.below.length);
    if (!words && !rows) return "(no analysis)";
    if (panel.tooLarge) return limit(`${words} words and ${rows} ${kinds[kind][1]}`);
    const high = kind in layouts ? layouts[kind].levels(panel) : 0;
    return high > limits.levels ? limit(`${high} levels`) : "";
  };

  const contents = (kind, shown) => {
    const why = shown.map((panel) => refused(kind, panel));
    const fitting = [];
    return shown.map((panel, at) => {
      if (why[at]) return flowingText("n", why[at].split(" "), sizes.narrowest, "label");
      if (kind === "names") return names(panel, sizes.narrowest);
      const { words } = panel.side;
      let known = fitting.find((one) => same(one.words, words));
      if (!known) {
        const alike = shown.filter((one, number) => !why[number] && same(one.side.words, words));
        known = { words, columns: columns(alike.map(layouts[kind].needs)) };
        fitting.push(known);
      }
      return layouts[kind].block(panel, known.columns);
    });
  };

  const panelBlock = (panel, content, room) => {
    const name = { width: width(panel.name, sizes.heading + 2), height: sizes.line, lines: [text("h2", 0, 15, panel.name)] };
    const said = panel.said.map((line) => flowingText("n", line.split(" "), room, "label"));
    return stacked([name, ...said, { width: 0, height: 4, lines: [] }, content], 0);
  };

  const body = (picture, shown) => {
    const title = titleOf(picture);
    const drawn = contents(picture.kind, shown);
    const room = Math.max(sizes.narrowest, width(title, sizes.title + 2), ...drawn.map((one) => one.width));
    const head = { width: room, height: sizes.line, lines: [text("h1", 0, 16, title)] };
    return stacked([head, ...shown.map((panel, at) => panelBlock(panel, drawn[at], room))], sizes.panel);
  };

  const svg = (pictures, style) => {
    const shown = pictures.map((picture) => panels(picture));
    const bodies = pictures.map((picture, at) => body(picture, shown[at]));
    const room = Math.max(0, ...bodies.map((block) => block.width));
    const whole = stacked([...bodies, legend(shown.flat(), room)], 24);
    const wide = room + 2 * sizes.margin;
    const high = whole.height + 2 * sizes.margin;
    const told = pictures.map((picture, at) => description(picture.kind, shown[at])).join(" ");
    return [
      '<svg xmlns="http://www.w3.org/2000/svg" class="karat-drawing" role="img" '
        + `viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}">`,
      `<title>${escaped(pictures.map(titleOf).join("; "))}</title>`,
      `<desc>${escaped(told)}</desc>`,
      ...(style ? [`<style>${style}</style>`] : []),
      `<rect class="paper" width="${wide}" height="${high}"/>`,
      `<g transform="translate(${sizes.margin} ${sizes.margin})">`,
      ...whole.lines,
      "</g>",
      "</svg>\n",
    ].join("\n");
  };

  // A figure for people, as reports/table.py (figure) gives it: two digits, ties to the even one.
  const figure = (value, unit) => {
    if (value === null || Number.isNaN(value)) return "–";
    const shown = unit === "share" ? 100 * value : value;
    if (Math.abs(shown * 8) % 2 !== 1) return shown.toFixed(2);
    const below = Math.floor(shown * 100);
    return ((below % 2 ? below + 1 : below) / 100).toFixed(2);
  };

  // A sentence of karat.data as a picture; the scheme is that of the page's head.
  const dataOf = (sentence, scheme) => {
    const known = new Map(scheme.measures.map((one) => [one.name, one]));
    const figures = (pair) =>
      pair.figures.map(([name, value]) => [known.get(name).title, figure(value, known.get(name).unit)]);
    return { ...sentence, scheme: scheme.text, pairs: sentence.pairs.map((pair) => ({ ...pair, figures: figures(pair) })) };
  };

  // A drawing for a page that has the style, and one that is a file of its own.
  const picture = (data) => svg([data], "");
  const file = (data) => svg([data], draw.style);

  Object.assign(draw, { picture, file, figure, dataOf });
})();
