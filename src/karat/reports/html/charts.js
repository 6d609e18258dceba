// Draws the charts when they come into view, in the colours of the page, and all of them before printing.
(() => {
  "use strict";
  const karat = (globalThis.karat ??= {});

  // The data of all charts, and the look that they share.
  const { config, charts } = JSON.parse(document.getElementById("karat-charts").textContent);
  const places = new Map();

  // The colour that a value such as var(--ink) or light-dark(…) has here, now or on paper.
  const colour = (probe, value) => {
    probe.style.color = value;
    return getComputedStyle(probe).color;
  };

  const coloured = (probe, value) => {
    if (Array.isArray(value)) return value.map((one) => coloured(probe, one));
    if (value && typeof value === "object")
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, coloured(probe, one)]));
    return typeof value === "string" && /^(var|light-dark)\(/.test(value) ? colour(probe, value) : value;
  };

  const look = (print) => {
    const probe = document.createElement("span");
    if (print) probe.style.colorScheme = "light";
    document.body.append(probe);
    const found = coloured(probe, config);
    probe.remove();
    return found;
  };

  // What is said about a mark, as text beside the pointer.
  const tip = document.createElement("div");
  tip.className = "chart-tip";
  tip.hidden = true;

  const tell = (handler, event, item, value) => {
    tip.hidden = !value || typeof value !== "object";
    if (tip.hidden) return;
    tip.replaceChildren(
      ...Object.entries(value).map(([name, said]) => {
        const line = document.createElement("div");
        const label = document.createElement("span");
        label.textContent = `${name} `;
        const what = document.createElement("bdi");
        what.textContent = said;
        line.append(label, what);
        return line;
      }),
    );
    const { clientX, clientY } = event;
    const box = tip.getBoundingClientRect();
    const left = Math.min(clientX + 12, document.documentElement.clientWidth - box.width - 8);
    const below = clientY + 14 + box.height < document.documentElement.clientHeight;
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${below ? clientY + 14 : clientY - box.height - 10}px`;
  };

  // Draw a chart, or draw it again; resolves when it is there.
  const draw = async (element, chart, print = false) => {
    const place = places.get(element) ?? {};
    places.set(element, { ...place, chart, drawn: true, print });
    const spec = { ...chart.spec };
    if (chart.square) spec.height = Math.max(240, element.clientWidth - 110);
    place.view?.finalize();
    const made = await vegaEmbed(element, spec, {
      mode: "vega-lite",
      // Expressions are interpreted: the page evaluates no text as code.
      ast: true,
      renderer: "svg",
      actions: false,
      defaultStyle: false,
      tooltip: tell,
      config: look(print),
    });
    places.get(element).view = made;
  };

  const again = (print) => {
    for (const [element, place] of places)
      // What is hidden, such as the charts of another scheme, has no width.
      if (place.drawn || (print && element.clientWidth)) draw(element, place.chart, print);
  };

  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        seen.unobserve(target);
        draw(target, places.get(target).chart);
      }
    },
    { rootMargin: "300px" },
  );

  // Draw a chart in an element as soon as it comes into view.
  const show = (element, chart) => {
    places.set(element, { chart, drawn: false });
    seen.observe(element);
  };

  const start = () => {
    document.body.append(tip);
    for (const element of document.querySelectorAll("[data-chart]"))
      show(element, charts[element.dataset.chart]);
    document.addEventListener("karat:theme", () => again(false));
    addEventListener("beforeprint", () => again(true));
    addEventListener("afterprint", () => again(false));
    addEventListener("scroll", () => (tip.hidden = true), { passive: true });
  };

  karat.charts = { show, start };
})();
