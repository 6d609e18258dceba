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
    document.documentElement.classList.add("scripted");
    karat.theme.start();
    scheme(karat.state.schemeOf(location.hash, karat.data.head));
    karat.charts.start();
    addEventListener("beforeprint", unfold);
    addEventListener("afterprint", fold);
    const index = await karat.data.index();
    const head = { ...karat.data.head, labels: index.label_names };
    karat.controls.fill(head);
    const browser = karat.browser.create(head, index, scheme);
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
