// Elements made of text only: nothing that comes from a file is ever read as HTML.
(() => {
  "use strict";
  const karat = (globalThis.karat ??= {});

  const UNPRINTABLE = /(?! )[\p{C}\p{Z}]/gu;
  const SHORT = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

  const escaped = (character) => {
    const code = character.codePointAt(0);
    const digits = (size) => code.toString(16).padStart(size, "0");
    if (character in SHORT) return SHORT[character];
    if (code < 0x100) return `\\x${digits(2)}`;
    return code < 0x10000 ? `\\u${digits(4)}` : `\\U${digits(8)}`;
  };

  // Text with escapes for what does not print: control characters, bidi marks, odd spaces.
  const visible = (text) => String(text).replace(UNPRINTABLE, escaped);

  // An element. Attributes that are null or false are left out; true is an empty attribute.
  const element = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
      else if (value !== null && value !== undefined && value !== false)
        made.setAttribute(name, value === true ? "" : value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
  };

  // Text from a file, apart from the direction of the text around it.
  const word = (text, attributes = {}) => element("bdi", attributes, visible(text));

  const by = (id) => document.getElementById(id);

  // Say something to people who cannot see the change, and show it for a while.
  let quiet = 0;
  const say = (text) => {
    by("said").textContent = text;
    clearTimeout(quiet);
    quiet = setTimeout(() => (by("said").textContent = ""), 4000);
  };

  const many = (number, what) => `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;

  // A figure for people, as tables show it: a share in per cent, undefined as a dash.
  const figure = (value, unit) => {
    if (value === null || value === undefined || Number.isNaN(value)) return "–";
    return (unit === "share" ? 100 * value : value).toFixed(2);
  };

  karat.dom = { element, word, visible, by, say, many, figure };
})();
