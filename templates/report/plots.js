"use strict";
// Draws each plot anew when it comes near the window, with tooltips, and hides models. Until then,
// in print, and without scripts the page shows the SVG that is in it already.
(() => {
  const block = document.getElementById("plots-data");
  if (!block) return;
  const { config, specs } = JSON.parse(block.textContent);
  const hidden = new Set();
  const views = [];
  const options = {
    mode: "vega-lite", ast: true, actions: false, renderer: "svg", defaultStyle: false, config,
    tooltip: { disableDefaultStyle: true },
  };

  const draw = async (figure) => {
    const place = figure.querySelector(".live");
    const { view } = await vegaEmbed(place, specs[figure.dataset.plot], options);
    views.push(view);
    await view.signal("hidden", [...hidden]).runAsync();
    const svg = place.querySelector("svg");
    svg.setAttribute("role", "presentation");
    figure.classList.add("drawn");
  };

  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) {
        near.unobserve(target);
        draw(target);
      }
    }
  }, { rootMargin: "400px" });
  document.querySelectorAll("figure.plot").forEach((figure) => near.observe(figure));

  document.querySelector("#plots .models").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const { model } = button.dataset;
    if (!hidden.delete(model)) hidden.add(model);
    button.setAttribute("aria-pressed", String(!hidden.has(model)));
    views.forEach((view) => view.signal("hidden", [...hidden]).runAsync());
  });
  document.documentElement.classList.add("scripted");
})();
