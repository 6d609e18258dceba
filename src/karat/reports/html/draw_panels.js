// What a drawing shows, panel by panel. The same as reports/svg/panels.py.
(() => {
  "use strict";
  const draw = karat.draw;
  const { clipped, merged, printable, rowsOf } = draw;
  const { limits } = draw.table;

  const tooLarge = (side) => side.words.length > limits.words || side.rows.length > limits.rows;
  const rows = (side, kind) => (tooLarge(side) ? [] : rowsOf(side, kind));

  const same = (some, others) => some.length === others.length && some.every((one, at) => one === others[at]);
  const sameWords = (pair) => same(pair.gold.words, pair.system.words);

  const key = ({ words, tags, left_out: out, odd, rows: all }) =>
    JSON.stringify([words, tags, Object.entries(out).sort(([a], [b]) => a - b), odd,
      all.map((row) => [row.label, row.parts, row.parent])]);
  const sameGold = (pairs) => pairs.every((pair) => key(pair.gold) === key(pairs[0].gold));

  const titled = (name, role) => {
    const shown = clipped(name, limits.long);
    return shown === "" || shown === role ? role : `${role}: ${shown}`;
  };

  const panel = (name, said, side, drawn) =>
    ({ name, said, side, rows: drawn, below: [], goldTags: [], tooLarge: tooLarge(side) });

  const gold = (picture) => {
    const numbered = picture.pairs.map((pair, at) => [at + 1, pair]);
    const scored = numbered.filter(([, pair]) => !pair.failure);
    const counted = scored.length ? scored : numbered;
    const sides = new Map(counted.map(([at, pair]) => [at, pair.gold]));
    const names = new Map(counted.map(([at, pair]) => [at, pair.system.name]));
    const side = picture.pairs[0].gold;
    const drawn = tooLarge(side) ? [] : merged(sides, names, picture.kind);
    return panel(titled(side.name, "gold"), [], side, drawn);
  };

  const system = (pair, kind, number = 0) => {
    let said = pair.figures.length ? [pair.figures.map(([title, value]) => `${title} ${value}`).join(", ")] : [];
    if (pair.failure) said = `no score: ${pair.failure}`.split("\n").map(printable);
    if (pair.aligned) said.push("the words of both sides were aligned");
    const name = titled(pair.system.name, "system");
    return {
      ...panel(number ? `${number}  ${name}` : name, said, pair.system, rows(pair.system, kind)),
      goldTags: sameWords(pair) ? pair.gold.tags : [],
    };
  };

  const onlyInGold = (ours, theirs) => {
    const id = (row) => JSON.stringify([row.label, row.parts]);
    const shown = new Set(theirs.filter((row) => row.sign === "·").map(id));
    return ours.filter((row) => row.sign !== "=" && !(row.sign === "·" && shown.has(id(row))));
  };

  const panels = (picture) => {
    const { kind, pairs } = picture;
    if (kind === "tree" && sameGold(pairs)) {
      return [gold(picture), ...pairs.map((pair, at) => system(pair, kind, pairs.length > 1 ? at + 1 : 0))];
    }
    return pairs.flatMap((pair) => {
      const theirs = system(pair, kind);
      const ours = rows(pair.gold, kind);
      if (kind !== "tree" && !pair.failure && (kind === "names" || sameWords(pair))) {
        return [{ ...theirs, below: onlyInGold(ours, theirs.rows) }];
      }
      return [panel(titled(pair.gold.name, "gold"), [], pair.gold, ours), theirs];
    });
  };

  const isPlaced = (row, words) =>
    row.parts.length > 0 && row.parts.every(([start, end]) => start >= 0 && start < end && end <= words);

  const placed = (rows, words) => new Map([...rows.entries()].filter(([, row]) => isPlaced(row, words)));

  Object.assign(draw, { panels, placed, same });
})();
