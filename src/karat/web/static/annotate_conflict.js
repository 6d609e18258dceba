// Two versions of one item: both are shown, and the user decides. The other one stays in the history.
import { find, make } from "./annotate_dom.js";
import { relation } from "./annotate_rows.js";

const accepted = (answer, names) =>
  answer.rows.filter((row) => row.state === "accepted").map((row) => (names ? row.label : relation(row)));

const column = (mine, others) => mine.map((text) => make("li", { class: others.includes(text) ? "" : "only" }, text));

const undecided = (answer) => answer.rows.filter((row) => row.state === "proposed").length;

const fill = (id, answer, mine, others) => {
  const left = undecided(answer);
  const more = left ? [make("li", { class: "soft" }, `${left} undecided`)] : [];
  find(id).replaceChildren(...column(mine, others), ...more);
};

export const askAbout = (newer, own, names, decide) => {
  const [theirs, mine] = [newer.answer, own].map((one) => accepted(one, names));
  find("newer-by").textContent = `Saved by ${newer.author || "somebody"}, ${newer.created.replace("T", " ").replace("Z", " UTC")}`;
  fill("newer-rows", newer.answer, theirs, mine);
  fill("own-rows", own, mine, theirs);
  const dialog = find("conflict");
  const choose = (which) => () => { dialog.close(); decide(which); };
  find("take-newer").onclick = choose("newer");
  find("take-own").onclick = choose("own");
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  dialog.showModal();
};
