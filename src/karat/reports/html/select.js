// Which sentences a state selects, and in which order: pure functions over the columns of the index.
(() => {
  "use strict";
  const karat = (globalThis.karat ??= {});

  const pair = (text) => text.split(".").map(Number);

  // +1 where a higher figure is better, -1 where a lower one is.
  const direction = (scheme) => {
    const main = scheme.measures.find((one) => one.name === scheme.main);
    return main?.lower_is_better ? -1 : 1;
  };

  // How much better the first system of a pair is, sentence by sentence; NaN where one has no figure.
  const difference = (columns, [a, b], sign) => (at) => {
    const one = columns[a][at];
    const other = columns[b][at];
    return one === null || other === null ? NaN : sign * (one - other);
  };

  const byText = (query, haystack, index) => {
    const wanted = query.toLowerCase();
    const id = (at) => (index.id?.[at] ?? "").toLowerCase();
    return (at) => haystack[at].includes(wanted) || id(at) === wanted || String(at + 1) === wanted;
  };

  // Whether any of the systems has this number in its list, for each sentence.
  const listed = (lists, systems, wanted) => (at) =>
    systems.some((system) => lists[system][at].includes(wanted));

  // The conditions of a state; `haystack` has the text of every sentence in lower case.
  const conditions = (state, head, index, haystack) => {
    const systems = karat.state.shown(state, head);
    const columns = index.score[state.scheme];
    const found = [];
    if (state.q) found.push(byText(state.q, haystack, index));
    if (state.from) found.push((at) => index.length[at] >= state.from);
    if (state.to) found.push((at) => index.length[at] <= state.to);
    if (state.cause) {
      const wanted = head.schemes[state.scheme].causes.indexOf(state.cause);
      found.push(listed(index.causes[state.scheme], systems, wanted));
    }
    if (state.label) found.push(listed(index.labels[state.scheme], systems, head.labels.indexOf(state.label)));
    if (state.status) {
      const letter = karat.state.STATUSES[state.status];
      const strings = systems.map((system) => index.status[state.scheme][system]);
      found.push((at) => strings.some((one) => one[at] === letter));
    }
    if (state.better) {
      const ahead = difference(columns, pair(state.better), direction(head.schemes[state.scheme]));
      found.push((at) => ahead(at) > 0);
    }
    return found;
  };

  const keyOf = (state, head, index) => {
    const [key, which] = state.sort.split(":");
    if (key === "length") return (at) => index.length[at];
    const columns = index.score[state.scheme];
    if (key === "score") return (at) => columns[which][at] ?? NaN;
    if (key === "difference")
      return difference(columns, pair(which), direction(head.schemes[state.scheme]));
    return (at) => at;
  };

  // Sentences without a figure come last in both directions; equal ones keep gold's order.
  const sorted = (numbers, state, head, index) => {
    if (state.sort === "number") return state.down ? numbers.reverse() : numbers;
    const key = keyOf(state, head, index);
    const keys = new Float64Array(index.length.length);
    for (const at of numbers) keys[at] = key(at);
    const sign = state.down ? -1 : 1;
    const order = (a, b) => {
      const [one, other] = [keys[a], keys[b]];
      if (one !== one || other !== other) return (one !== one) - (other !== other) || a - b;
      return sign * (one - other) || a - b;
    };
    return numbers.sort(order);
  };

  // The sentences of a state, counted from 0.
  const select = (state, head, index, haystack) => {
    const wanted = conditions(state, head, index, haystack);
    const numbers = [];
    for (let at = 0; at < index.length.length; at += 1)
      if (wanted.every((condition) => condition(at))) numbers.push(at);
    return sorted(numbers, state, head, index);
  };

  // The labels of rows in error under a scheme, in the order of all labels.
  const labelsOf = (scheme, head, index) => {
    const seen = new Set(index.labels[scheme].flat(2));
    return head.labels.filter((_, at) => seen.has(at));
  };

  karat.select = { select, labelsOf, difference, direction };
})();
