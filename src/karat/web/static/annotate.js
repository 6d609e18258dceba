// The page on which one sentence is annotated: keeps the answer, and tells the parts when it changes.
import { askAbout } from "./annotate_conflict.js";
import { drawing, find, make } from "./annotate_dom.js";
import { Editor } from "./annotate_editor.js";
import { listen, showKeys } from "./annotate_keys.js";
import { focusOn, showList } from "./annotate_list.js";
import { watch } from "./annotate_presence.js";
import * as rows from "./annotate_rows.js";
import { Saver } from "./annotate_saving.js";
import { markWords, showWords } from "./annotate_words.js";

const data = JSON.parse(find("data").textContent);
const names = data.kind === "phenomena";
const home = `${data.base}/${data.item}`;
const list = find("rows");
let { stored } = data;
let answer = stored.answer;
let faults = data.faults;
let current = 0;
let filter = "";

// What the list shows: the relations, or all names of the inventory.
const entries = () => {
  if (!names) return answer.rows.map((row, at) => ({ row, at }));
  const known = new Map(answer.rows.map((row, at) => [row.label, { row, at }]));
  const every = data.names.map(([name, description]) => ({ name, description, ...known.get(name) }));
  const first = every.filter((one) => one.row && (one.row.origin >= 0 || one.row.by.length));
  const shown = [...first, ...every.filter((one) => !first.includes(one))];
  return shown.filter((one) => one.name.includes(filter) || one.description.toLowerCase().includes(filter));
};

const alertOf = (id, text, ...more) => {
  const place = find(id);
  place.hidden = !text;
  place.replaceChildren(...(text ? [text, ...more] : []));
};

const show = () => {
  const shown = entries();
  current = Math.max(0, Math.min(current, shown.length - 1));
  showList(list, shown, current, actions, data);
  find("nothing").hidden = shown.length > 0;
  if (!names) markWords(find("words"), shown[current]?.row);
  const left = rows.undecided(answer);
  find("state").textContent = answer.done ? "done" : left ? `${left} undecided` : "decided, not done";
  find("state").classList.toggle("good", answer.done);
  find("finish").textContent = answer.done ? "Open again" : "Done";
  find("accept-all").disabled = !left;
  find("undo").disabled = saver.idle && !stored.undo;
  find("redo").disabled = saver.idle && !stored.redo;
  if (document.activeElement !== find("note")) find("note").value = answer.note;
  find("faults").replaceChildren(...faults.map((text) => make("li", {}, text)));
};

const said = (text) => { find("saved").textContent = text; };

const draw = (svg) => {
  if (!names) find("arcs").replaceChildren(...(svg ? [drawing(svg)] : ["Too large to draw."]));
};

const saver = new Saver(`${home}/save`, stored.version, {
  saving: () => said("saving …"),
  saved: (result, last) => {
    ({ stored, faults } = result);
    said("saved");
    alertOf("trouble", "");
    if (last) {
      answer = stored.answer;
      draw(result.svg);
      find("done-count").textContent = result.done;
      find("progress").value = result.done;
    }
    // The saver is idle only after this.
    setTimeout(() => { show(); settled(); });
  },
  trouble: (text) => { said("not saved"); alertOf("trouble", text); },
  refused: (text) => { said(""); alertOf("trouble", text); later = []; answer = stored.answer; show(); },
  newer: (newer, own) => {
    said("not saved");
    later = [];
    if (own) conflict(newer, own);
    else load();
  },
});

const conflict = (newer, own) => askAbout(newer, own, names, (which) => {
  saver.resume(newer.version);
  if (which === "own") set(own);
  else { saver.forget(); load(); }
});

// What was asked for while an undo was under way is done after it.
let later = [];
const settled = (run) => {
  if (run) later.push(run);
  while (later.length && !saver.stepping) later.shift()();
};

const set = (next) => {
  answer = next;
  saver.edit(next);
  show();
};

const load = async () => {
  const result = await (await fetch(`${home}/data`, { headers: { Accept: "application/json" }, credentials: "same-origin" })).json();
  ({ stored, faults } = result);
  answer = stored.answer;
  saver.resume(stored.version);
  said("saved");
  alertOf("trouble", "");
  alertOf("news", "");
  draw(result.svg);
  show();
};

// Go to the first undecided row from a place on, or else from the beginning.
const onward = (from) => {
  const open = entries().flatMap(({ row }, number) => (row?.state === "proposed" ? [number] : []));
  current = open.find((number) => number >= from) ?? open[0] ?? from;
};

const actions = {
  go: (number) => { current = number; show(); focusOn(list, current); },
  accept: (entry) => {
    if (entry.row) { onwardAfter(rows.decided(answer, entry.at, "accepted"), entry); }
    else set(rows.toggled(answer, entry.name));
  },
  reject: (entry) => { if (entry.row) onwardAfter(rows.rejected(answer, entry.at), entry); },
  choose: (entry) => { if (entry.row) onwardAfter(rows.chosen(answer, entry.at), entry); },
  take: (entry, who) => { if (entry.row?.dispute) onwardAfter(rows.taken(answer, entry.at, who), entry); },
  edit: (entry) => { if (!names) { current = entry.at; editing = entry.at; editor.start(entry.row); } },
};

const onwardAfter = (next, entry) => {
  const from = names ? entries().findIndex((one) => one.name === entry.name) : entry.at;
  answer = next;
  onward(from);
  set(next);
  focusOn(list, current);
};

let editing = -1;
const editor = names ? null : new Editor(
  data,
  (slots) => {
    if (editing < 0) current = answer.rows.length;
    set(editing < 0 ? rows.added(answer, slots) : rows.replaced(answer, editing, slots));
  },
  () => { editing = -1; show(); focusOn(list, current); },
);

const move = (by) => () => actions.go(Math.max(0, Math.min(entries().length - 1, current + by)));
const here = (action) => () => { const entry = entries()[current]; if (entry) action(entry); };
const toggle = (entry) => {
  if (names) set(rows.toggled(answer, entry.name));
  else set(rows.decided(answer, entry.at, entry.row.state === "accepted" ? "rejected" : "accepted"));
};

// The saver keeps several steps in order itself; they wait here only behind something that waits already.
const step = (action) => () => {
  const run = () => saver.step(action);
  if (later.length) later.push(run);
  else run();
};
const [undo, redo] = [step("undo"), step("redo")];
const add = () => { editing = -1; editor.start({}); };
const finish = () => {
  if (answer.done) { set({ ...answer, done: false }); return; }
  const left = rows.undecided(answer);
  if (left) {
    alertOf("trouble", `${left === 1 ? "1 row is" : `${left} rows are`} undecided: accept or reject ${left === 1 ? "it" : "them"}, or accept all that are left.`);
    onward(0);
    show();
    focusOn(list, current);
    return;
  }
  set({ ...answer, done: true });
  const wait = setInterval(() => {
    if (!saver.idle) return;
    clearInterval(wait);
    if (stored.answer.done && !saver.stopped) location.href = `${home}/next`;
  }, 20);
};

const keys = [
  { keys: ["j", "ArrowDown"], what: "next row", run: move(1) },
  { keys: ["k", "ArrowUp"], what: "previous row", run: move(-1) },
  { keys: ["a"], what: "accept the row, and go to the next undecided one", run: here(actions.accept) },
  { keys: ["x"], what: "reject the row, and go to the next undecided one", run: here(actions.reject) },
  { keys: ["Space"], what: "accept or reject the row", run: here(toggle) },
  { keys: ["A"], what: "accept all that is undecided", run: () => set(rows.allAccepted(answer)) },
  ...(data.adjudicating ? [
    { keys: ["c"], what: "choose the row: accept it, and reject the other answers to the same question", run: here(actions.choose) },
    ...data.people.slice(0, 9).map((who, at) => (
      { keys: [String(at + 1)], what: `take the answer of ${who} to this question, which may be nothing`, run: here((entry) => actions.take(entry, who)) }
    )),
  ] : []),
  ...(names ? [
    { keys: ["/"], what: "find a name; Enter accepts or removes the first one that is shown", run: () => find("filter").focus() },
  ] : [
    { keys: ["e", "Enter"], what: "correct the row", run: here(actions.edit) },
    { keys: ["n"], what: "add a relation", run: add },
  ]),
  { keys: ["u", "Ctrl+z"], what: "undo, also after a reload", run: undo, atOnce: true },
  { keys: ["r", "Ctrl+y", "Ctrl+Shift+z"], what: "redo", run: redo, atOnce: true },
  { keys: ["m"], what: "write a note; Escape leaves it", run: () => find("note").focus() },
  { keys: ["d"], what: "done, and on to the next sentence that is not", run: finish },
  { keys: ["]", "ArrowRight"], what: "next sentence", run: () => find("next")?.click() },
  { keys: ["[", "ArrowLeft"], what: "previous sentence", run: () => find("previous")?.click() },
  { keys: ["?"], what: "this list", run: () => showKeys(keys) },
];

const wire = () => {
  const click = (id, run) => find(id)?.addEventListener("click", () => settled(run));
  click("accept-all", () => set(rows.allAccepted(answer)));
  click("add", add);
  find("undo").addEventListener("click", undo);
  find("redo").addEventListener("click", redo);
  click("finish", finish);
  click("show-keys", () => showKeys(keys));
  let timer = 0;
  const noted = () => { clearTimeout(timer); if (find("note").value !== answer.note) set({ ...answer, note: find("note").value }); };
  find("note").addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(noted, 600); });
  find("note").addEventListener("blur", noted);
  find("note").addEventListener("keydown", (event) => { if (event.key === "Escape") focusOn(list, current); });
  find("filter")?.addEventListener("input", (event) => { filter = event.target.value.trim().toLowerCase(); current = 0; show(); });
  find("filter")?.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && entries().length) { set(rows.toggled(answer, entries()[0].name)); event.target.select(); }
    if (event.key === "Escape") { event.target.value = filter = ""; show(); focusOn(list, current); }
  });
  listen(keys, settled);
};

const heard = ({ version, others }) => {
  const who = others.map((one) => (one === "you" ? "you, in another window" : one)).join(" and ");
  alertOf("others", who && `This item is also open elsewhere: ${who}. Nothing is overwritten: who saves second sees both versions.`);
  if (version > saver.version && saver.idle) {
    alertOf("news", "A newer version was saved elsewhere. ", make("button", { type: "button", onclick: load }, "Show it"));
  }
};

const begin = () => {
  if (data.waiting.length) return;
  find("work").hidden = false;
  if (!names) showWords(find("words"), data, (at) => { if (!editor.open) add(); editor.take(at); });
  draw(data.svg);
  onward(0);
  wire();
  show();
  focusOn(list, current);
  const left = saver.left();
  if (left && left.base === stored.version) set(left.answer);
  else if (left) conflict(stored, left.answer);
  if (data.changed) {
    const again = () => { set({ ...answer, rows: data.proposed, done: false }); alertOf("changed", ""); };
    alertOf("changed", "An annotator has changed this item since it was adjudicated. ", make("button", { type: "button", onclick: again }, "Start again from the new answers"));
  }
  watch(`${home}/here`, heard);
};

begin();
