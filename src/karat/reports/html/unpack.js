// The data of the page: pack.py says how it is packed. Parts of it are inflated when they are asked for.
(() => {
  "use strict";
  const karat = (globalThis.karat ??= {});

  const KEPT = 16; // so many parts of blocks stay in memory

  const text = (id) => document.getElementById(id).textContent;
  const head = JSON.parse(text("karat-head"));

  const bytes = (base64) => {
    const binary = atob(base64);
    const found = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at++) found[at] = binary.charCodeAt(at);
    return found;
  };

  const inflated = async (id) => {
    const stream = new Blob([bytes(text(id))]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return JSON.parse(await new Response(stream).text());
  };

  // The last parts that were asked for, the oldest first.
  const cache = new Map();
  const part = (id) => {
    const found = cache.get(id) ?? inflated(id);
    cache.delete(id);
    cache.set(id, found);
    if (cache.size > KEPT) cache.delete(cache.keys().next().value);
    return found;
  };

  // Where the items of each sentence begin, from how many there are.
  const begins = (counts) => {
    let sum = 0;
    return [0, ...counts.map((one) => (sum += one))];
  };

  // Numbers from what each adds to the one before.
  const added = (steps) => {
    let sum = 0;
    return steps.map((one) => (sum += one));
  };

  // The reason for each place that has one, by place.
  const byPlace = (reasons, strings) =>
    new Map(reasons.flatMap(([why, ...steps]) => added(steps).map((at) => [at, strings[why]])));

  // Words and rows of one side of a block; 0 stands for the words of another side.
  const skeleton = (packed, strings, others) => {
    const words = packed.words.map((one, at) => one || others[at]);
    const wordAt = begins(words.map((one) => one.length));
    const rowAt = begins(packed.rows);
    const partAt = typeof packed.sizes === "number" ? (row) => row * packed.sizes
      : ((found) => (row) => found[row])(begins(packed.sizes));
    const parts = (row) => {
      const found = [];
      for (let at = partAt(row); at < partAt(row + 1); at++)
        found.push([packed.begins[at], packed.begins[at] + packed.lengths[at]]);
      return found;
    };
    return {
      words, wordAt, rowAt, parts,
      tags: (at) => packed.tags.slice(wordAt[at], wordAt[at + 1]).map((one) => strings[one]),
      label: (row) => strings[packed.labels[row]],
      parent: (row) => (packed.parents ? packed.parents[row] : -1),
    };
  };

  // What the comparison says of one side of a block.
  const verdict = (packed, strings) => ({
    signs: packed.signs,
    whys: byPlace(packed.whys, strings),
    leftOut: byPlace(packed.left_out, strings),
    odd: new Set(added(packed.odd)),
    wrong: new Set(added(packed.wrong)),
  });

  const sideOf = (name, bones, said, at) => {
    const [firstWord, lastWord] = [bones.wordAt[at], bones.wordAt[at + 1]];
    const [firstRow, lastRow] = [bones.rowAt[at], bones.rowAt[at + 1]];
    const places = bones.words[at].map((_, place) => place);
    const rows = Array.from({ length: lastRow - firstRow }, (_, place) => {
      const row = firstRow + place;
      return {
        mark: said.signs[row], label: bones.label(row), parts: bones.parts(row), parent: bones.parent(row),
        why: said.whys.get(row) ?? "",
      };
    });
    const leftOut = places.filter((place) => said.leftOut.has(firstWord + place));
    return {
      name, words: bones.words[at], tags: bones.tags(at), rows,
      left_out: Object.fromEntries(leftOut.map((place) => [place, said.leftOut.get(firstWord + place)])),
      wrong_tags: places.filter((place) => said.wrong.has(firstWord + place)),
      odd: places.find((place) => said.odd.has(firstWord + place)) ?? -1,
    };
  };

  // A block of a system under a scheme: a function that gives the pair of a sentence.
  const opened = (gold, system, scheme) => {
    const { names, strings } = system;
    const packed = system.schemes[scheme];
    const ours = skeleton(gold.schemes[scheme], gold.strings, gold.schemes[0].words);
    const theirs = skeleton(packed.system, strings, ours.words);
    const said = [verdict(packed.gold, strings), verdict(packed.system, strings)];
    const failures = new Map(packed.failures);
    const aligned = new Set(packed.aligned);
    const figures = head.schemes[scheme].figures;
    return (at) => ({
      gold: sideOf(names[0], ours, said[0], at),
      system: sideOf(names[1], theirs, said[1], at),
      figures: packed.figures[packed.values[at]].map((value, place) => [figures[place], value]),
      failure: failures.has(at) ? strings[failures.get(at)] : "",
      aligned: aligned.has(at),
      errors: packed.errors.filter(([sentence]) => sentence === at).map(([, cause, detail, missed, spurious, words]) => ({
        cause: strings[cause], detail: strings[detail], gold: missed, system: spurious, words: words || null,
      })),
    });
  };

  const pairOf = async (block, at, system, scheme) => {
    const own = `karat-gold-${block}-${system}`;
    const gold = document.getElementById(own) ? own : `karat-gold-${block}-0`;
    const both = await Promise.all([part(gold), part(`karat-block-${block}-${system}`)]);
    const known = (both[1].opened ??= []);
    known[scheme] ??= opened(...both, scheme);
    return known[scheme](at);
  };

  // What is needed to draw a sentence, by its number from 1, under a scheme, by its number from 0.
  const sentence = async (number, scheme) => {
    const block = Math.floor((number - 1) / head.sizes.block);
    const at = (number - 1) % head.sizes.block;
    const pairs = await Promise.all(head.systems.map((_, system) => pairOf(block, at, system, scheme)));
    const { id } = await index();
    const { kind, drawn_as } = head.schemes[scheme];
    return { number, id: id ? id[number - 1] : "", kind, scheme: drawn_as, pairs };
  };

  let known = null;
  const index = () => (known ??= inflated("karat-index"));

  karat.data = { head, index, texts: (k) => inflated(`karat-text-${k}`), sentence };
})();
