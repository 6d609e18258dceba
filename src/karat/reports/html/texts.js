// The text of sentences: loaded block by block for what is seen, and whole for a search.
(() => {
  "use strict";
  const karat = (globalThis.karat ??= {});

  const blocks = new Map();
  let haystack = null;

  const size = () => karat.data.head.sizes.text;

  const load = (k) => {
    if (!blocks.has(k))
      blocks.set(k, karat.data.texts(k).then((texts) => (blocks.set(k, texts), texts)));
    return blocks.get(k);
  };

  // The text of a sentence if it is there already; otherwise null, and `later` is called when it is.
  const text = (at, later) => {
    const found = load(Math.floor(at / size()));
    if (Array.isArray(found)) return found[at % size()];
    found.then(later);
    return null;
  };

  const loaded = async (at) => (await load(Math.floor(at / size())))[at % size()];

  // All texts in lower case.
  const all = () => {
    haystack ??= Promise.all(
      Array.from({ length: Math.ceil(karat.data.head.gold.sentences / size()) }, (_, k) => load(k)),
    ).then((found) => found.flatMap((texts) => texts.map((one) => one.toLowerCase())));
    return haystack;
  };

  karat.texts = { text, loaded, all };
})();
