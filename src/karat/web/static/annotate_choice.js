// A field that is filled by typing the first letters of one of a list of names.
import { make } from "./annotate_dom.js";

export class Choice {
  // names are pairs of a name and its depth in the hierarchy
  constructor(input, list, names, changed) {
    Object.assign(this, { input, list, names, changed, at: 0 });
    input.addEventListener("input", () => { this.at = 0; this.show(); changed(); });
    input.addEventListener("keydown", (event) => this.key(event));
    input.addEventListener("focus", () => this.show());
    input.addEventListener("blur", () => { this.complete(); this.hide(); changed(); });
  }

  get matches() {
    const typed = this.input.value.trim().toLowerCase();
    const whole = this.names.filter(([name]) => name.toLowerCase() === typed);
    const begin = this.names.filter(([name]) => name.toLowerCase().startsWith(typed) && !whole.some(([one]) => one === name));
    return [...whole, ...begin];
  }

  show() {
    const found = this.matches;
    this.list.hidden = !found.length;
    this.list.replaceChildren(...found.map(([name, depth], number) => make(
      "li",
      {
        role: "option", id: `${this.list.id}-${number}`, class: this.input.value.trim() ? "" : `depth-${Math.min(depth, 5)}`, "aria-selected": String(number === this.at),
        // A click would come after the field has lost the focus.
        onpointerdown: (event) => { event.preventDefault(); this.take(name); },
      },
      name,
    )));
    this.input.setAttribute("aria-expanded", String(found.length > 0));
    this.input.setAttribute("aria-activedescendant", found.length ? `${this.list.id}-${this.at}` : "");
    this.list.children[this.at]?.scrollIntoView({ block: "nearest" });
  }

  hide() {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
  }

  key(event) {
    const count = this.matches.length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      this.at = (this.at + (event.key === "ArrowDown" ? 1 : count - 1)) % Math.max(count, 1);
      this.show();
    } else if (event.key === "Enter" || event.key === "Tab") {
      this.complete();
      this.changed();
    }
  }

  // Take the chosen name, if anything was typed that begins one.
  complete() {
    const found = this.matches[this.at];
    if (this.input.value.trim() && found) this.input.value = found[0];
  }

  take(name) {
    this.input.value = name;
    this.hide();
    this.changed();
  }
}
