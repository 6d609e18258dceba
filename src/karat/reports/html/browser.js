// The page as a whole: the fragment is the state, everything else follows from it.
(() => {
  "use strict";
  const karat = (globalThis.karat ??= {});
  const { by, many, say } = karat.dom;

  const start = async () => {
    const head = karat.data.head;
    document.documentElement.classList.add("scripted");
    karat.theme.start();
    karat.controls.fill(head);
    let state = karat.state.parse(location.hash, head);
    let selected = [];
    let turn = 0;
    showScheme(state.scheme);

    const index = await karat.data.index();
    const list = karat.list.create(by("list"), {
      cells: (at) => columns().map((column) => column.cell(at)),
      chosen: (at) => put({ s: at + 1 }),
      opened: () => by("detail-title").focus(),
    });
    let made = null;
    const columns = () => (made ??= karat.columns.columns(state, head, index, list.redraw));

    // Another state, which is written into the address.
    const put = (change) => {
      const before = state;
      state = karat.state.parse(karat.state.format({ ...state, ...change }), head);
      history.replaceState(null, "", karat.state.format(state));
      follow(before);
    };

    const sort = (key) => put(state.sort === key ? { down: state.down ? 0 : 1 } : { sort: key, down: 0 });

    // Bring the page in line with the state; `before` is the state that it shows now.
    const follow = (before) => {
      const changed = Object.keys(state).filter((key) => !before || state[key] !== before[key]);
      karat.controls.show(state, head);
      if (changed.includes("scheme")) showScheme(state.scheme);
      if (changed.some((key) => key !== "s")) refill();
      else list.mark(state.s - 1);
      if (changed.length) open();
    };

    const refill = async () => {
      const mine = (turn += 1);
      const haystack = state.q ? await karat.texts.all() : [];
      if (mine !== turn) return;
      made = null;
      selected = karat.select.select(state, head, index, haystack);
      for (const [name, value] of Object.entries(karat.columns.widths(columns())))
        by("list").style.setProperty(name, value);
      by("list").hidden = !selected.length;
      list.show(columns().map((one) => karat.columns.heading(one, state, sort)), selected, state.s - 1);
      by("hits").textContent = `${selected.length.toLocaleString("en")} of ${many(head.gold.sentences, "sentence")}`;
      by("nothing").hidden = selected.length > 0;
    };

    const open = async () => {
      const number = state.s;
      by("detail").hidden = !number;
      if (!number) return;
      const [found, text] = await Promise.all([
        karat.data.sentence(number, state.scheme),
        new Promise((done) => {
          const now = karat.texts.text(number - 1, () => done(karat.texts.text(number - 1)));
          if (now !== null) done(now);
        }),
      ]);
      if (number === state.s) karat.detail.show(found, text, state, head);
    };

    const arrive = () => {
      if (!karat.state.isState(location.hash)) return;
      const before = state;
      state = karat.state.parse(location.hash, head);
      follow(before);
      if (location.hash.length > 1) by(state.s ? "detail" : "sentences").scrollIntoView();
    };

    by("scheme").addEventListener("change", () => put({ scheme: Number(by("scheme").value) }));
    by("previous").addEventListener("click", () => list.step(-1));
    by("next").addEventListener("click", () => list.step(1));
    karat.controls.listen(head, put);
    addEventListener("hashchange", arrive);
    karat.keys.start({
      step: list.step,
      search: () => by("q").focus(),
      back: (from) => (from === by("q") && state.q ? put({ q: "" }) : by("list").focus()),
    });
    follow(null);
    if (karat.state.isState(location.hash)) arrive();
    document.documentElement.dataset.ready = "";
  };

  // All sections show the chosen scheme; on paper they show every scheme.
  const showScheme = (scheme) => {
    for (const part of document.querySelectorAll("[data-scheme]"))
      part.hidden = Number(part.dataset.scheme) !== scheme;
    document.dispatchEvent(new Event("karat:scheme"));
  };

  const openAll = () => {
    for (const one of document.querySelectorAll("details:not([open])")) {
      one.open = true;
      one.dataset.opened = "";
    }
  };

  const closeAgain = () => {
    for (const one of document.querySelectorAll("details[data-opened]")) {
      one.open = false;
      delete one.dataset.opened;
    }
  };

  addEventListener("beforeprint", openAll);
  addEventListener("afterprint", closeAgain);
  start().catch((error) => {
    say(`The sentence browser could not start: ${error.message}`);
    throw error;
  });
})();
