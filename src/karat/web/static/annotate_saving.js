// Saving: every change is sent at once, one after the other. What is not saved yet is kept in the browser, so
// that nothing is lost if it dies or the server cannot be reached.

const RETRY = 3000;

export const headers = () => ({
  "Content-Type": "application/json",
  Accept: "application/json",
  ...JSON.parse(document.body.getAttribute("hx-headers") ?? "{}"),
});

export const send = (address, content, more = {}) =>
  fetch(address, { method: "POST", headers: headers(), body: JSON.stringify(content), credentials: "same-origin", ...more });

export class Saver {
  // tell has: saved(result), saving(), trouble(text), refused(text), newer(stored, own)
  constructor(address, version, tell) {
    Object.assign(this, { address, version, tell, queue: [], working: false, stopped: false });
    this.place = `karat:${address}`;
  }

  // What an earlier page could not save.
  left() {
    return JSON.parse(localStorage.getItem(this.place) ?? "null");
  }

  forget() {
    localStorage.removeItem(this.place);
  }

  // Whether an undo or redo is under way: what is shown is not what it leads to yet.
  get stepping() {
    return this.queue.some((job) => job.action !== "edit");
  }

  get idle() {
    return !this.queue.length && !this.working;
  }

  edit(answer) {
    localStorage.setItem(this.place, JSON.stringify({ base: this.version, answer }));
    this.push({ action: "edit", answer });
  }

  step(action) {
    this.push({ action });
  }

  push(job) {
    this.queue.push(job);
    this.work();
  }

  async work() {
    if (this.working || this.stopped) return;
    this.working = true;
    while (this.queue.length && !this.stopped) {
      this.tell.saving();
      await this.one(this.queue[0]);
    }
    this.working = false;
  }

  async one(job) {
    let answer, result;
    try {
      answer = await send(this.address, { ...job, base: this.version });
      result = await answer.json();
    } catch {
      this.tell.trouble("Not saved: the server cannot be reached. It is kept in this browser and sent again.");
      await new Promise((done) => setTimeout(done, RETRY));
      return;
    }
    if (!answer.ok) {
      this.stopped = true;
      this.tell.trouble(`Not saved: ${result.error} Your work is kept in this browser; reload the page.`);
    } else if (result.newer) {
      this.stopped = true;
      const own = this.queue.findLast((one) => one.action === "edit");
      this.queue = [];
      this.tell.newer(result.newer, own?.answer);
    } else if (result.refused) {
      this.queue = [];
      this.forget();
      this.tell.refused(result.refused);
    } else {
      this.queue.shift();
      this.version = result.stored.version;
      if (!this.queue.length) this.forget();
      this.tell.saved(result, !this.queue.length);
    }
  }

  // Go on from a version that the user has seen.
  resume(version) {
    Object.assign(this, { version, stopped: false, queue: [] });
  }
}
