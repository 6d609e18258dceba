// Text in drawings: escapes for what does not print, widths by a table of our own, and XML.
// The same as reports/svg/characters.py.
(() => {
  "use strict";
  const draw = karat.draw;
  const { characters, table } = draw;
  const LAST_LATIN = 0x24f;

  const point = (code) => `\\u{${code.toString(16)}}`;
  const pairs = (ranges) => Array.from({ length: ranges.length / 2 }, (_, at) => [ranges[2 * at], ranges[2 * at + 1]]);
  const unprintable = new RegExp(
    `[${pairs(characters.unprintable_ranges).map(([a, b]) => `${point(a)}-${point(b)}`).join("")}]`, "gu");

  const hex = (code, digits) => code.toString(16).padStart(digits, "0");
  const NAMED = new Map([[9, "\\t"], [10, "\\n"], [13, "\\r"]]);

  const escape = (char) => {
    const code = char.codePointAt(0);
    if (NAMED.has(code)) return NAMED.get(code);
    if (code >= 0xdc80 && code <= 0xdcff) return `\\x${hex(code - 0xdc00, 2)}`;
    if (code < 0x100) return `\\x${hex(code, 2)}`;
    return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
  };

  const printable = (text) => text.replace(unprintable, escape);

  const clipped = (text, most = table.limits.characters) => {
    const points = [...text];
    return points.length <= most ? printable(text) : `${printable(points.slice(0, most).join(""))}…`;
  };

  const within = (ranges, code) => {
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ranges[middle] < code) low = middle + 1;
      else high = middle;
    }
    return low < ranges.length && (low % 2 === 1 || ranges[low] === code);
  };

  const units = (char) => {
    const code = char.codePointAt(0);
    if (code < 0x7f) return characters.ascii[code - 0x20];
    if (within(characters.no_width_ranges, code)) return 0;
    if (within(characters.wide_ranges, code)) return characters.wide;
    return code <= LAST_LATIN ? characters.latin : characters.other;
  };

  const width = (text, size) => {
    let sum = 0;
    for (const char of text) sum += units(char);
    return Math.floor((sum * size + 999) / 1000);
  };

  const XML = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  const escaped = (text) => text.replace(/[&<>"]/g, (char) => XML[char]);

  Object.assign(draw, { printable, clipped, width, escaped });
})();
