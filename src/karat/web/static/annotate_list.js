// The list of relations, or of names: one line for each, with its state and what can be done with it.
import { make } from "./annotate_dom.js";
import { SLOTS, relation } from "./annotate_rows.js";

const SIGNS = { proposed: "?", accepted: "✓", rejected: "✗", none: "" };
const SAID = { proposed: "proposed", accepted: "accepted", rejected: "rejected", none: "not shown" };

const slotText = (row, slot) => {
  const at = row[`${slot}_at`];
  const number = at >= 0 ? [make("sub", {}, String(at + 1))] : [];
  return make("span", { class: "slot" }, row[slot], ...number);
};

const relationText = (row) => {
  const slots = SLOTS.filter((slot) => row[slot]).map((slot) => slotText(row, slot));
  const parts = slots.flatMap((slot, at) => (at ? [", ", slot] : [slot]));
  return make("span", { class: "relation", dir: "ltr" }, make("b", {}, row.label), "(", ...parts, ")");
};

const button = (title, shown, run, pressed) =>
  make("button", { type: "button", tabindex: "-1", "aria-label": title, title, "aria-pressed": pressed, onclick: run }, shown);

// For an adjudicator: who has the row, one column for each annotator, and which question it answers.
const people = (row, { adjudicating, people: every }) => {
  if (!adjudicating || !row) return [];
  const has = (name) => row.by.includes(name);
  const cell = (name) => make("span", { class: has(name) ? "who has" : "who" }, has(name) ? name : "–");
  const told = row.dispute ? `question ${row.dispute}: ${row.by.join(", ")}` : row.by.length ? "all annotators" : "added here";
  const number = make("span", { class: "question" }, row.dispute ? String(row.dispute) : "");
  return [make("span", { class: row.dispute ? "people disputed" : "people", title: told, role: "img", "aria-label": told }, number, ...every.map(cell))];
};

// entries are { row, at, name, description }; row is missing for a name that nobody has mentioned.
const line = (entry, number, current, actions, kinds) => {
  const state = entry.row?.state ?? "none";
  const text = entry.name ? make("b", {}, entry.name) : relationText(entry.row);
  const told = entry.name ?? relation(entry.row);
  const edit = entry.name ? [] : [button(`edit ${told}`, "Edit", () => actions.edit(entry))];
  const note = entry.description ? [make("span", { class: "described" }, entry.description)] : [];
  return make(
    "li",
    {
      class: `entry ${state}`, tabindex: number === current ? "0" : "-1", "data-number": number,
      "aria-label": `${told}, ${SAID[state]}`, "aria-current": number === current ? "true" : null,
      onclick: (event) => { if (!event.target.closest("button")) actions.go(number); },
    },
    make("span", { class: "sign", "aria-hidden": "true" }, SIGNS[state]),
    make("span", { class: "told" }, text, ...note),
    ...people(entry.row, kinds),
    make("span", { class: "does" },
      button(`accept ${told}`, "✓", () => actions.accept(entry), String(state === "accepted")),
      button(`reject ${told}`, "✗", () => actions.reject(entry), String(state === "rejected")),
      ...edit),
  );
};

export const showList = (list, entries, current, actions, kinds) => {
  const inside = list.contains(document.activeElement);
  list.replaceChildren(...entries.map((entry, number) => line(entry, number, current, actions, kinds)));
  if (inside) focusOn(list, current);
};

export const focusOn = (list, number) => {
  const chosen = list.querySelector(`[data-number="${number}"]`);
  chosen?.focus({ preventScroll: true });
  chosen?.scrollIntoView({ block: "nearest" });
};
