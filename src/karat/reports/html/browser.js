// The page as a whole: the fragment of the address is the state, everything else follows from it.
(() => {
  "use strict";
  const karat = (globalThis.karat ??= {});
  const { by, many } = karat.dom;

  // The sentence browser over an index; `scheme` is called when another scheme is chosen.
  const create = (head, index, scheme) => {
    let state = karat.state.START;
    let selected = [];
    let columns = [];
    let turn = 0;
    let seen = false;

    const list = karat.list.create(by("list"), {
      cells: (at) => columns.map((column) => column.cell(at)),
      chosen: (at) => put({ s: at + 1 }),
      opened: () => by("detail-title").focus(),
    });

    // A change of the state, which is written into the address.
    const put = (change) => {
      const next = karat.state.parse(karat.state.format({ ...state, ...change }), head);
      history.replaceState(null, "", karat.state.format(next));
      return become(next);
    };

    const sort = (key) => put(state.sort === key ? { down: state.down ? 0 : 1 } : { sort: key, down: 0 });

    const choose = (number) => {
      karat.controls.ofScheme(number, head, index);
      scheme(number);
    };

    // Bring the page in line with another state.
    const become = async (next) => {
      const changed = Object.keys(next).filter((key) => next[key] !== state[key]);
      state = next;
      if (changed.includes("scheme")) choose(state.scheme);
      karat.controls.show(state, head);
      if (changed.some((key) => key !== "s")) await refill();
      else list.mark(state.s - 1);
      await open();
    };

    const refill = async () => {
      const mine = (turn += 1);
      const haystack = state.q ? await karat.texts.all() : [];
      if (mine !== turn) return;
      columns = karat.columns.columns(state, head, index, list.redraw);
      selected = karat.select.select(state, head, index, haystack);
      for (const [name, value] of Object.entries(karat.columns.widths(columns)))
        by("list").style.setProperty(name, value);
      by("list").hidden = !selected.length;
      by("nothing").hidden = selected.length > 0;
      list.show(columns.map((one) => karat.columns.heading(one, state, sort)), selected, state.s - 1);
      by("hits").textContent = `${selected.length.toLocaleString("en")} of ${many(head.gold.sentences, "sentence")}`;
    };

    // Show the chosen sentence; as long as none is chosen, the first one of the list.
    const open = async () => {
      const number = state.s || (seen && selected.length ? selected[0] + 1 : 0);
      const asked = state;
      by("detail").hidden = !number;
      by("detail").classList.toggle("preview", !state.s);
      if (!number) return;
      const [found, text] = await Promise.all([
        karat.data.sentence(number, asked.scheme), karat.texts.loaded(number - 1),
      ]);
      if (asked === state) karat.detail.show(found, text, state, head);
    };

    // Follow the address; a link to a section is not a state.
    const arrive = async () => {
      if (!karat.state.isState(location.hash)) return;
      await become(karat.state.parse(location.hash, head));
      if (location.hash.length > 1) by(state.s ? "detail" : "sentences").scrollIntoView();
    };

    // Nothing is drawn before the section comes near.
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((one) => one.isIntersecting)) return;
      watch.disconnect();
      seen = true;
      open();
    }, { rootMargin: "400px" });

    const start = async () => {
      choose(state.scheme);
      await refill();
      await arrive();
      karat.controls.show(state, head);
      watch.observe(by("sentences"));
    };

    return {
      start, put, arrive,
      step: list.step,
      search: () => by("q").focus(),
      back: (from) => (from === by("q") && state.q ? put({ q: "" }) : by("list").focus()),
    };
  };

  karat.browser = { create };
})();
