// Answers as values: every function gives a new answer and leaves the old one as it is.

const changed = (answer, rows) => ({ ...answer, rows, done: false });

// The slots of a relation that are filled or left empty on purpose, in their order.
export const SLOTS = ["type", "head", "dependent", "initial"];

export const relation = (row) => `${row.label}(${SLOTS.map((slot) => row[slot]).filter(Boolean).join(", ")})`;

export const undecided = (answer) => answer.rows.filter((row) => row.state === "proposed").length;

export const decided = (answer, at, state) =>
  changed(answer, answer.rows.map((row, number) => (number === at ? { ...row, state } : row)));

// A row that somebody added is removed when it is rejected: nobody proposed it.
export const rejected = (answer, at) => {
  const row = answer.rows[at];
  if (row.origin < 0 && !row.by.length) return changed(answer, answer.rows.filter((_, number) => number !== at));
  return decided(answer, at, "rejected");
};

export const allAccepted = (answer) =>
  changed(answer, answer.rows.map((row) => (row.state === "proposed" ? { ...row, state: "accepted" } : row)));

// Accept one answer to a question, and reject the others.
export const chosen = (answer, at) => {
  const { dispute } = answer.rows[at];
  const state = (row, number) => (number === at ? "accepted" : dispute && row.dispute === dispute ? "rejected" : row.state);
  return changed(answer, answer.rows.map((row, number) => ({ ...row, state: state(row, number) })));
};

// Take what one annotator says about the question that a row answers; it may be nothing.
export const taken = (answer, at, who) => {
  const { dispute } = answer.rows[at];
  const state = (row) => (row.dispute !== dispute ? row.state : row.by.includes(who) ? "accepted" : "rejected");
  return dispute ? changed(answer, answer.rows.map((row) => ({ ...row, state: state(row) }))) : answer;
};

export const replaced = (answer, at, slots) =>
  changed(answer, answer.rows.map((row, number) => (number === at ? { ...row, ...slots, state: "accepted" } : row)));

export const added = (answer, slots) =>
  changed(answer, [...answer.rows, { ...EMPTY, ...slots, state: "accepted" }]);

const EMPTY = { label: "", type: "", head: "", dependent: "", initial: "", head_at: -1, dependent_at: -1, origin: -1, by: [], dispute: 0 };

// The name of a phenomenon: accepted if it was not, and otherwise as if nobody had said it.
export const toggled = (answer, name) => {
  const at = answer.rows.findIndex((row) => row.label === name);
  if (at < 0) return added(answer, { label: name });
  return answer.rows[at].state === "accepted" ? rejected(answer, at) : decided(answer, at, "accepted");
};
