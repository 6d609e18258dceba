// The words of a sentence in a line, with their tags below them. The same as reports/svg/words.py.
(() => {
  "use strict";
  const draw = karat.draw;
  const { clipped, escaped, printable, width } = draw;
  const { limits, sizes } = draw.table;

  const isOut = (side, at) => Object.hasOwn(side.left_out, at);
  const isWrong = (side, at) => side.wrong_tags.includes(at);

  const wordText = (side, at) => {
    const word = clipped(side.words[at]) || '""';
    if (at === side.odd) return `!${word}`;
    return isOut(side, at) ? `·${word}` : word;
  };

  const tagText = (side, at) => {
    const tag = at < side.tags.length ? clipped(side.tags[at]) : "";
    return isWrong(side, at) ? `≠${tag}` : tag;
  };

  const wordSizes = (side) =>
    side.words.map((_, at) => Math.max(width(wordText(side, at), sizes.word), width(tagText(side, at), sizes.tag)));

  const wordsHeight = (side) => sizes.word_line + (side.tags.some((tag) => tag !== "") ? sizes.tag_line : 0);

  const title = (side, at) => {
    if (isOut(side, at)) return `<title>not compared: ${escaped(printable(side.left_out[at]))}</title>`;
    if (at === side.odd) return "<title>the first word that differs</title>";
    if ([...side.words[at]].length > limits.characters) {
      return `<title>${escaped(clipped(side.words[at], limits.long))}</title>`;
    }
    return "";
  };

  const wrong = (side, at, goldTags) => {
    const tag = clipped(side.tags[at]) || "no tag";
    const theirs = at < goldTags.length ? `; gold has ${clipped(goldTags[at]) || "no tag"}` : "";
    return escaped(`wrong tag: ${tag}${theirs}`);
  };

  const wordLine = (side, columns, y, goldTags) => {
    const found = [];
    const baseline = y + sizes.word_line - 5;
    side.words.forEach((_, at) => {
      const x = columns.middle(at);
      const kind = at === side.odd ? "odd" : isOut(side, at) ? "out" : "w";
      found.push(`<text class="${kind}" x="${x}" y="${baseline}">${title(side, at)}${escaped(wordText(side, at))}</text>`);
      const tag = tagText(side, at);
      if (!tag) return;
      const said = isWrong(side, at) ? `<title>${wrong(side, at, goldTags)}</title>` : "";
      const place = `x="${x}" y="${baseline + sizes.tag_line}"`;
      found.push(`<text class="${isWrong(side, at) ? "wt" : "t"}" ${place}>${said}${escaped(tag)}</text>`);
    });
    return found;
  };

  Object.assign(draw, { wordSizes, wordsHeight, wordLine });
})();
