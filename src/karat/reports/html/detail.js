// One sentence: drawings of gold and every system, figures, errors, and what was not compared.
(() => {
  "use strict";
  const karat = (globalThis.karat ??= {});
  const { element, word, visible, figure, by, say, many } = karat.dom;

  const quoted = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`);

  // The command that shows the sentence in a terminal; none if a file was standard input.
  const command = (number, scheme, systems, head) => {
    const paths = [head.gold.path, ...systems.map((at) => head.systems[at].path)];
    if (paths.includes("-")) return "";
    return [
      "karat", "show", ...paths, "-n", String(number), "--scheme", head.schemes[scheme].drawn_as, ...head.options,
    ].map(quoted).join(" ");
  };

  const listed = (names) => names.flatMap((one, at) => [at ? ", " : "", word(one)]);

  const table = (caption, heads, rows) =>
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
      element("table", {},
        element("caption", {}, caption),
        element("thead", {}, element("tr", {}, ...heads.map((one, at) =>
          element("th", { scope: "col", class: at ? "n" : null }, visible(one))))),
        element("tbody", {}, ...rows.map(([first, ...rest]) =>
          element("tr", {}, element("th", { scope: "row" }, word(first)), ...rest.map((one) => element("td", { class: "n" }, one)))))));

  const figures = (found, systems, scheme, head) => {
    const scored = found.pairs.find((one) => one.figures.length);
    if (!scored) return null;
    const measures = new Map(scheme.measures.map((one) => [one.name, one]));
    const names = scored.figures.map(([name]) => name);
    const rows = found.pairs.map((pair, at) => {
      const values = new Map(pair.figures);
      return [
        head.systems[systems[at]].name,
        ...names.map((name) => figure(values.get(name), measures.get(name)?.unit ?? "share")),
      ];
    });
    return table("Figures of this sentence", ["system", ...names.map((one) => measures.get(one)?.title ?? one)], rows);
  };

  // Why systems have no score for the sentence, or that it was aligned; the same is said once.
  const notices = (found, systems, head) => {
    const about = new Map();
    found.pairs.forEach((pair, at) => {
      const said = pair.failure ? `no score: ${pair.failure}`
        : pair.aligned ? "other tokens than gold, so the sentence was compared by alignment" : "";
      if (said) about.set(said, [...(about.get(said) ?? []), head.systems[systems[at]].name]);
    });
    return [...about].map(([said, names]) =>
      element("p", { class: "notice" }, ...listed(names), `: ${visible(said)}.`));
  };

  const errors = (found, systems, head, link) => {
    const parts = found.pairs.flatMap((pair, at) => {
      if (!pair.errors?.length) return [];
      const items = pair.errors.map((error) => {
        const words = error.words ? pair.gold.words.slice(...error.words).join(" ") : "";
        return element("li", {},
          element("a", { href: link({ cause: error.cause, s: 0 }) }, visible(error.cause)),
          error.detail ? element("span", {}, ": ", word(error.detail)) : null,
          words ? " " : null, words ? element("span", { class: "words" }, word(words)) : null);
      });
      const title = element("h4", {}, word(head.systems[systems[at]].name), `: ${many(items.length, "error")}`);
      return [element("div", {}, title, element("ul", {}, ...items))];
    });
    return parts.length ? element("div", { class: "columns" }, ...parts) : null;
  };

  // The reasons for rows and words that were not compared, each with what it is about.
  const reasons = (side) => {
    const found = new Map();
    const add = (why, what) => found.set(why, [...(found.get(why) ?? []), what]);
    for (const row of side.rows) if (row.why) add(row.why, row.label);
    for (const [at, why] of Object.entries(side.left_out)) add(why, side.words[at]);
    return found;
  };

  const notCompared = (found, systems, head) => {
    const seen = new Set();
    const items = found.pairs.flatMap((pair, at) =>
      [["gold", pair.gold], [head.systems[systems[at]].name, pair.system]].flatMap(([name, side]) =>
        [...reasons(side)].flatMap(([why, what]) => {
          const key = JSON.stringify([name, why, what]);
          if (seen.has(key)) return [];
          seen.add(key);
          return [element("li", {}, element("strong", {}, word(name)), ": ", ...listed(what), ` – ${visible(why)}`)];
        })));
    if (!items.length) return null;
    return element("details", {}, element("summary", {}, "What was not compared, and why"), element("ul", {}, ...items));
  };

  const copy = async (text, what) => {
    try {
      await navigator.clipboard.writeText(text);
      say(`${what} copied.`);
    } catch {
      say(`The browser did not allow copying. ${what}: ${text}`);
    }
  };

  const save = (svg, number) => {
    const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    const link = element("a", { href: address, download: `sentence-${number}.svg` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
    say(`sentence-${number}.svg saved.`);
  };

  const shownCommand = (typed) =>
    element("p", { class: "command" }, "In a terminal: ", element("code", {}, visible(typed)), " ",
      element("button", { type: "button", onclick: () => copy(typed, "Command") }, "Copy"));

  const drawing = (picture, scheme) => {
    if (!picture.kind) return element("p", { class: "soft" }, `There is no drawing of ${visible(scheme.rows)}.`);
    const box = element("div", { class: "drawing", tabindex: "0", role: "region", "aria-label": "Drawing" });
    box.innerHTML = karat.draw.picture(picture); // made by karat.draw, which escapes what comes from files
    return box;
  };

  // Show a sentence (its number, from 1) in the pane.
  const show = (found, text, state, head) => {
    const systems = karat.state.shown(state, head);
    const scheme = head.schemes[state.scheme];
    const chosen = { ...found, pairs: systems.map((at) => found.pairs[at]) };
    const picture = karat.draw.dataOf(chosen, scheme);
    const typed = picture.kind ? command(found.number, state.scheme, systems, head) : "";
    const link = (change) => karat.state.format({ ...karat.state.START, scheme: state.scheme, systems: state.systems, ...change });
    by("detail-title").replaceChildren(`Sentence ${found.number.toLocaleString("en")}`,
      ...(found.id ? [" ", element("small", {}, word(found.id))] : []));
    by("copy-link").onclick = () => copy(new URL(karat.state.format({ ...state, s: found.number }), location.href).href, "Link");
    by("save-svg").disabled = !picture.kind;
    by("save-svg").onclick = () => save(karat.draw.file(picture), found.number);
    by("detail-body").replaceChildren(
      ...[
        text === null ? null : element("p", { class: "sentence", dir: "auto" }, visible(text)),
        ...notices(chosen, systems, head),
        picture.kind && scheme.drawn_as !== scheme.text
          ? element("p", { class: "soft" }, `Drawn as ${visible(scheme.drawn_as)} compares it.`) : null,
        drawing(picture, scheme),
        figures(chosen, systems, scheme, head),
        errors(chosen, systems, head, link),
        notCompared(chosen, systems, head),
        typed ? shownCommand(typed) : null,
      ].filter(Boolean),
    );
    by("detail").hidden = false;
  };

  karat.detail = { show, command };
})();
