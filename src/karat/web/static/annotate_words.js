// The words of the sentence: buttons with numbers, by which heads and dependents are chosen.
import { make } from "./annotate_dom.js";

export const showWords = (list, data, choose) => {
  list.replaceChildren(...data.words.map((word, at) => make(
    "li", {},
    make("button", { type: "button", class: "word", "data-at": at, title: title(data, at), onclick: () => choose(at) },
      make("span", { class: "number", "aria-hidden": "true" }, String(at + 1)),
      make("span", { class: "spelt" }, word),
      make("span", { class: "tag" }, data.tags[at] ?? "")),
  )));
};

const title = (data, at) => {
  const base = data.bases[at];
  return `word ${at + 1}${base && base !== data.words[at] ? `, base form ${base}` : ""}`;
};

// Show which words a row is about.
export const markWords = (list, row) => {
  for (const button of list.querySelectorAll(".word")) {
    const at = Number(button.dataset.at);
    button.classList.toggle("is-head", row?.head_at === at);
    button.classList.toggle("is-dependent", row?.dependent_at === at);
  }
};

// What somebody typed for a head or dependent: the number of a word, a number and a base form, or a word.
export const slotOf = (typed, data) => {
  const text = typed.trim();
  const numbered = /^(\d+)(?:[:\s]+(\S.*))?$/.exec(text);
  const at = numbered ? Number(numbered[1]) - 1 : -1;
  if (numbered && at >= 0 && at < data.words.length) return { text: numbered[2] ?? data.bases[at], at };
  const same = (one) => one.toLowerCase() === text.toLowerCase();
  const places = data.words.map((word, place) => place).filter((place) => same(data.words[place]) || same(data.bases[place]));
  if (places.length !== 1) return { text, at: -1 };
  return { text: data.bases[places[0]], at: places[0] };
};

export const slotShown = (text, at) => (at >= 0 ? `${at + 1} ${text}` : text);
