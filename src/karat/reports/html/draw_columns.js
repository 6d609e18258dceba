// Columns, one for each word, and lanes without overlaps. The same as reports/svg/columns.py.
(() => {
  "use strict";
  const draw = karat.draw;
  const { sizes } = draw.table;
  const { half } = draw;

  const short = ([a, b, c], [d, e, f]) => b - a - (e - d) || a - d || c - f;
  const sum = (numbers, start, end) => {
    let found = 0;
    for (let at = start; at < end; at++) found += numbers[at];
    return found;
  };

  const columns = (needs) => {
    const wide = needs[0].sizes.map((_, at) => Math.max(...needs.map((need) => need.sizes[at])));
    const gaps = wide.map(() => sizes.gap);
    for (const [start, end, width] of needs.flatMap((need) => need.spans).sort(short)) {
      const lacks = width - sum(wide, start, end) - sum(gaps, start, end - 1);
      if (lacks > 0) {
        for (let at = start; at < end; at++) wide[at] += Math.floor((lacks + at - start) / (end - start));
      }
    }
    for (const [first, second, width] of needs.flatMap((need) => need.links).sort(short)) {
      const between = sum(wide, first + 1, second) + sum(gaps, first, second);
      gaps[first] += Math.max(0, width - between - half(wide[first] + wide[second]));
    }
    const lefts = [];
    const rights = [];
    let x = 0;
    wide.forEach((size, at) => {
      lefts.push(x);
      rights.push(x + size);
      x += size + gaps[at];
    });
    const middle = (at) => half(lefts[at] + rights[at]);
    return { lefts, rights, middle, width: rights.length ? rights[rights.length - 1] : 0 };
  };

  const lanes = (extents, size) => {
    const heights = new Array(size).fill(0);
    return extents.map(([start, end]) => {
      let lane = 1;
      for (let at = start; at < end; at++) lane = Math.max(lane, heights[at] + 1);
      heights.fill(lane, start, end);
      return lane;
    });
  };

  Object.assign(draw, { columns, lanes });
})();
