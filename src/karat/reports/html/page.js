// What starts when the page has been read: colours, schemes, keys, print, and the sentence browser.
(() => {
  "use strict";
  const karat = (globalThis.karat ??= {});
  const { by, say } = karat.dom;

  // All sections show the chosen scheme; on paper they show every scheme.
  const scheme = (number) => {
    for (const part of document.querySelectorAll("[data-scheme]"))
      part.hidden = Number(part.dataset.scheme) !== number;
    document.dispatchEvent(new Event("karat:scheme"));
  };

  const unfold = () => {
    for (const one of document.querySelectorAll("details:not([open], .chart details)")) {
      one.open = true;
      one.dataset.unfolded = "";
    }
  };

  const fold = () => {
    for (const one of document.querySelectorAll("details[data-unfolded]")) {
      one.open = false;
      delete one.dataset.unfolded;
    }
  };

  const start = async () => {
    const head = karat.data.head;
    document.documentElement.classList.add("scripted");
    karat.theme.start();
    karat.controls.fill(head);
    scheme(karat.state.parse(location.hash, head).scheme);
    karat.charts.start();
    addEventListener("beforeprint", unfold);
    addEventListener("afterprint", fold);
    const browser = karat.browser.create(head, await karat.data.index(), scheme);
    by("scheme").addEventListener("change", () => browser.put({ scheme: Number(by("scheme").value) }));
    by("previous").addEventListener("click", () => browser.step(-1));
    by("next").addEventListener("click", () => browser.step(1));
    addEventListener("hashchange", browser.arrive);
    karat.controls.listen(head, browser.put);
    karat.keys.start(browser);
    await browser.start();
    document.documentElement.dataset.ready = "";
  };

  start().catch((error) => {
    say(`The sentence browser could not start: ${error.message}`);
    throw error;
  });
})();
