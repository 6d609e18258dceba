// Draws the charts when they come into view, in the colours of the page, and all of them before printing.
(() => {
  "use strict";
  const karat = (globalThis.karat ??= {});

  // The charts, the look that they share, and how wide a column of a legend is.
  const { config, column, charts } = JSON.parse(document.getElementById("karat-charts").textContent);
  // For each element: its chart, its width when it was drawn, and what draws it.
  const places = new Map();
  const ON_PAPER = 560;

  // The colour that a value such as var(--ink) or light-dark(…) has for an element.
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

  // The look in a place of this width; paper is light.
  const look = (width, print) => {
    const probe = document.createElement("span");
    if (print) probe.style.colorScheme = "light";
    document.body.append(probe);
    const found = coloured(probe, config);
    probe.remove();
    // As much as is left beside the labels of an axis.
    const labelLimit = Math.min(found.axis.labelLimit, 0.4 * width);
    const columns = Math.max(1, Math.floor((width - labelLimit - 20) / column));
    return { ...found, axis: { ...found.axis, labelLimit }, legend: { ...found.legend, columns } };
  };

  // What is said about a mark, as text beside the pointer.
  const tip = document.createElement("div");
  tip.className = "chart-tip";
  tip.hidden = true;

  const line = ([name, said]) => {
    const made = document.createElement("div");
    const label = document.createElement("span");
    const what = document.createElement("bdi");
    label.textContent = `${name} `;
    what.textContent = said;
    made.append(label, what);
    return made;
  };

  const tell = (handler, event, item, value) => {
    tip.hidden = !value || typeof value !== "object";
    if (tip.hidden) return;
    tip.replaceChildren(...Object.entries(value).map(line));
    const { clientWidth, clientHeight } = document.documentElement;
    const { width, height } = tip.getBoundingClientRect();
    const below = event.clientY + 14 + height < clientHeight;
    tip.style.left = `${Math.max(8, Math.min(event.clientX + 12, clientWidth - width - 8))}px`;
    tip.style.top = `${below ? event.clientY + 14 : event.clientY - height - 10}px`;
  };

  const OPTIONS = {
    mode: "vega-lite",
    // Expressions are interpreted: the page evaluates no text as code.
    ast: true,
    renderer: "svg",
    actions: false,
    defaultStyle: false,
    tooltip: tell,
  };

  // Draw a chart, or draw it again; one drawing of a place after the other.
  const draw = (element, print = false) => {
    const place = places.get(element);
    // What is hidden, such as the charts of another scheme, has no width; paper shows it.
    const width = element.clientWidth || (print && ON_PAPER);
    if (!width) return;
    place.width = width;
    const { spec, square } = place.chart;
    const size = square ? { width, height: Math.max(240, width - 110) } : { width };
    const options = { ...OPTIONS, config: look(width, print) };
    place.drawing = (place.drawing ?? Promise.resolve()).then(async (before) => {
      before?.finalize();
      const drawn = await vegaEmbed(element, { ...spec, ...size }, options);
      element.style.minHeight = "";
      return drawn;
    });
  };

  const again = (print) => {
    tip.hidden = true;
    for (const [element, { width }] of places) if (width || print) draw(element, print);
  };

  let later = 0;
  const sized = new ResizeObserver(() => {
    clearTimeout(later);
    later = setTimeout(() => {
      for (const [element, { width }] of places) if (width && element.clientWidth !== width) draw(element);
    }, 150);
  });

  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        seen.unobserve(target);
        sized.observe(target);
        draw(target);
      }
    },
    { rootMargin: "300px" },
  );

  // Room for axes, titles and legend, besides the height of a chart.
  const AROUND = 95;

  // Draw a chart in an element as soon as it comes into view. Its room is kept free until then: if the page
  // moved, what has the focus could be moved out of sight.
  const show = (element, chart) => {
    places.set(element, { chart });
    const height = chart.square ? element.clientWidth - 110 : chart.spec.height;
    element.style.minHeight = `${(height || 200) + AROUND}px`;
    seen.observe(element);
  };

  // Every element with the number of a chart.
  const start = () => {
    document.body.append(tip);
    for (const element of document.querySelectorAll("[data-chart]")) {
      const chart = charts[Number(element.dataset.chart)];
      // Some have a table only.
      if (chart.spec.layer) show(element, chart);
    }
    document.addEventListener("karat:theme", () => again(false));
    addEventListener("beforeprint", () => again(true));
    addEventListener("afterprint", () => again(false));
    addEventListener("scroll", () => (tip.hidden = true), { passive: true });
  };

  karat.charts = { show, start };
})();
