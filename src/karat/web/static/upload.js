// The form for uploads: which schemes fit the gold that was chosen, and whether the files are too large.
"use strict";

(() => {
  const form = document.querySelector("form.upload");
  if (!form) return;
  const HEAD = 65536;
  const hint = document.getElementById("fit");
  const usual = hint.textContent;
  const sending = document.getElementById("sending");
  const gold = document.getElementById("gold");
  const stored = document.getElementById("stored");
  const token = form.elements.csrf.value;

  const megabytes = (bytes) => `${(bytes / 1048576).toPrecision(3)} MB`;

  function tell(text, bad) {
    hint.textContent = text;
    hint.classList.toggle("bad", bad);
  }

  function mark(fitting) {
    for (const box of form.querySelectorAll("input[name=scheme]")) {
      const unfit = fitting !== null && !fitting.includes(box.value);
      box.disabled = unfit;
      if (unfit) box.checked = false;
      box.closest(".check").classList.toggle("unfit", unfit);
    }
  }

  async function ask(query, body) {
    const address = `${form.dataset.fit}?${new URLSearchParams(query)}`;
    const headers = { "X-CSRF": token, "Content-Type": "application/octet-stream" };
    const answer = await fetch(address, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(answer.status);
    return answer.json();
  }

  async function look() {
    const file = gold.files[0];
    const chosen = stored ? stored.value : "";
    if (!file && !chosen) {
      tell(usual, false);
      mark(null);
      return;
    }
    if (file && chosen) {
      tell("Give gold as a file or choose it from the store, not both.", true);
      return;
    }
    try {
      const found = file ? await ask({ name: file.name }, file.slice(0, HEAD)) : await ask({ gold: chosen }, "");
      if (found.error) {
        tell(found.error, true);
        mark(null);
      } else if (found.format === "") {
        tell("Compressed: what is in it will be seen when it is scored.", false);
        mark(null);
      } else {
        tell(`Detected: ${found.format}. The usual scheme is ${found.usual}; schemes that do not fit are grey.`, false);
        mark(found.fitting);
      }
    } catch {
      tell(usual, false);
      mark(null);
    }
  }

  function tooLarge() {
    let total = 0;
    for (const input of form.querySelectorAll("input[type=file]")) {
      for (const file of input.files) {
        if (file.size > Number(form.dataset.file)) return `${file.name} has ${megabytes(file.size)}, more than one file may have.`;
        total += file.size;
      }
    }
    return total > Number(form.dataset.total) ? `The files have ${megabytes(total)} together, more than is taken.` : "";
  }

  gold.addEventListener("change", look);
  if (stored) stored.addEventListener("change", look);
  form.addEventListener("submit", (event) => {
    const why = tooLarge();
    sending.textContent = why || "Sending …";
    if (why) event.preventDefault();
  });
  if (stored && stored.value) look();
})();
