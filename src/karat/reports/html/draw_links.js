// Links between words as lanes and ports. The same as reports/svg/links.py.
(() => {
  "use strict";
  const draw = karat.draw;
  const { half, lanes } = draw;
  const { sizes } = draw.table;

  const anchor = ([start, end]) => half(start + end - 1);

  const links = (rows, words) => {
    const arcs = [];
    const roots = [];
    const others = [];
    for (const row of rows) {
      const ends = row.parts.filter(([a, b]) => a >= 0 && a < b && b <= words).map(anchor);
      if (ends.length !== row.parts.length || ends.length < 1 || ends.length > 2) others.push(row);
      else if (ends.length === 1) roots.push({ row, first: ends[0], second: ends[0] });
      else if (ends[0] === ends[1]) others.push(row);
      else arcs.push({ row, first: Math.min(...ends), second: Math.max(...ends) });
    }
    arcs.sort((a, b) => a.second - a.first - (b.second - b.first) || a.first - b.first);
    const heights = lanes(arcs.map((one) => [one.first, one.second]), words);
    arcs.forEach((one, at) => { one.level = heights[at]; });
    const top = Math.max(0, ...heights);
    const seen = new Map();
    for (const one of roots) {
      seen.set(one.first, (seen.get(one.first) ?? 0) + 1);
      one.level = top + seen.get(one.first);
    }
    return { arcs, roots, others, levels: Math.max(top, ...roots.map((one) => one.level)) };
  };

  const ends = (found, words) => {
    const at = Array.from({ length: words }, () => []);
    found.arcs.forEach((one, number) => {
      at[one.second].push([0, one.level, number]);
      at[one.first].push([2, -one.level, number]);
    });
    found.roots.forEach((one, number) => at[one.first].push([1, number, -1 - number]));
    for (const some of at) some.sort(([a, b, c], [d, e, f]) => a - d || b - e || c - f);
    return at;
  };

  const port = (number, side) => `${number} ${side}`;

  const ports = (found, words) => {
    const places = new Map();
    for (const some of ends(found, words)) {
      some.forEach(([side, , number], at) => {
        places.set(port(number, side), half((2 * at - some.length + 1) * sizes.port));
      });
    }
    return (number, side) => places.get(port(number, side));
  };

  Object.assign(draw, { anchor, links, ends, ports });
})();
