// Elements made of text only: nothing that comes from a file is ever read as HTML.
(() => {
  "use strict";
  const karat = (globalThis.karat ??= {});

  // Text with escapes for what does not print: control characters, bidi marks, odd spaces.
  const visible = (text) => karat.draw.printable(String(text));

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

  // A figure for people, as tables show it; a figure that is missing is a dash.
  const figure = (value, unit) => karat.draw.figure(value ?? null, unit);

  karat.dom = { element, word, visible, by, say, many, figure };
})();
