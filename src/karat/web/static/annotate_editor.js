// The form for one relation: its name and its slots.
import { Choice } from "./annotate_choice.js";
import { find } from "./annotate_dom.js";
import { SLOTS } from "./annotate_rows.js";
import { slotOf, slotShown } from "./annotate_words.js";

const PLACED = ["head", "dependent"];
// The initial relations besides the relations of the hierarchy.
const INITIAL = [["_", 0], ["inv", 0]];

export class Editor {
  // done(slots) is called with a finished relation, closed() when the form is gone
  constructor(data, done, closed) {
    Object.assign(this, { data, done, closed });
    this.form = find("editor");
    this.fields = Object.fromEntries(["label", ...SLOTS].map((name) => [name, find(`slot-${name}`)]));
    this.slots = new Map(data.labels.map(([name, , slots]) => [name, slots]));
    const names = data.labels.map(([name, depth]) => [name, depth]);
    this.label = new Choice(this.fields.label, find("labels"), names, () => this.fit());
    this.initial = new Choice(this.fields.initial, find("initials"), [...INITIAL, ...names], () => {});
    this.form.addEventListener("submit", (event) => { event.preventDefault(); this.submit(); });
    this.form.addEventListener("keydown", (event) => this.key(event));
    find("cancel").addEventListener("click", () => this.close());
    for (const slot of PLACED) this.fields[slot].addEventListener("focus", () => { this.active = slot; });
  }

  get open() {
    return !this.form.hidden;
  }

  start(row, focus = "label") {
    for (const slot of SLOTS) this.fields[slot].value = PLACED.includes(slot) ? slotShown(row[slot] ?? "", row[`${slot}_at`] ?? -1) : row[slot] ?? "";
    this.fields.label.value = row.label ?? "";
    this.form.hidden = false;
    this.active = row.head ? "dependent" : "head";
    this.wrong("");
    this.fit();
    this.fields[focus].focus();
    this.fields[focus].select();
    if (focus === "label") this.label.hide();
  }

  close() {
    this.form.hidden = true;
    this.closed();
  }

  // A word was clicked: it fills the slot that is next.
  take(at) {
    const slot = this.active ?? "head";
    this.fields[slot].value = slotShown(this.data.bases[at], at);
    this.active = slot === "head" ? "dependent" : "head";
    const next = slot === "head" ? "dependent" : "label";
    this.fields[this.shown(next) && !this.fields[next].value ? next : this.fields.label.value ? slot : "label"].focus();
  }

  shown(name) {
    return name === "label" || this.wanted().includes(name);
  }

  wanted() {
    return this.slots.get(this.fields.label.value.trim()) ?? SLOTS;
  }

  // Show the slots that the relation has.
  fit() {
    for (const slot of SLOTS) find(`field-${slot}`).hidden = !this.wanted().includes(slot);
  }

  key(event) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    this.close();
  }

  wrong(text) {
    find("wrong").textContent = text;
    find("wrong").hidden = !text;
  }

  submit() {
    this.label.complete();
    this.fit();
    const label = this.fields.label.value.trim();
    if (!this.slots.has(label)) {
      this.fields.label.focus();
      this.wrong(label ? `There is no relation ${label}.` : "Type the name of a relation.");
      return;
    }
    const slots = { label, type: "", head: "", dependent: "", initial: "", head_at: -1, dependent_at: -1 };
    for (const slot of this.wanted()) {
      const typed = this.fields[slot].value.trim();
      if (!PLACED.includes(slot)) slots[slot] = typed || "_";
      else if (!typed) {
        this.fields[slot].focus();
        this.wrong(`Give the ${slot}: click a word, or type its number.`);
        return;
      } else {
        const found = slotOf(typed, this.data);
        slots[slot] = found.text;
        slots[`${slot}_at`] = found.at;
      }
    }
    this.form.hidden = true;
    this.done(slots);
    this.closed();
  }
}
