// What the theme leaves to be done, before its own scripts run (accessibility.py).
(() => {
  "use strict";
  // Without a choice of the reader the theme reports an error and then takes this.
  document.documentElement.dataset.mode ||= "auto";

  // From a disk a browser may not read the pages that a search has found, only list them.
  if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

  // On paper nothing unfolds: cards, proofs and solutions are printed open, and closed afterwards.
  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("article details:not([open])")];
    opened.forEach((fold) => { fold.open = true; });
  });
  window.addEventListener("afterprint", () => opened.forEach((fold) => { fold.open = false; }));

  // What scrolls can be reached with the keyboard; the theme sees to tables and code.  Formulas that
  // fit are passed over (inTabOrder in _config.yml): a page has hundreds of them.
  const boxes = "[id^='slides-'] > div, div.cell_output div.explorer div, div.cell_output .scroll,"
    + "mjx-container, article span.math.wide";
  // The copy for screen readers may be wider than what is seen: that is not meant.
  const widen = () => document.querySelectorAll("article span.math").forEach((formula) => {
    const seen = formula.firstElementChild?.getBoundingClientRect().width ?? 0;
    formula.classList.toggle("wide", seen > formula.clientWidth + 1);
  });
  const reach = () => {
    widen();
    document.querySelectorAll(boxes).forEach((box) => {
      const scrolls = /auto|scroll/.test(getComputedStyle(box).overflowX);
      if (!scrolls) return;
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    });
  };
  window.addEventListener("load", () => {
    reach();
    window.MathJax?.startup?.promise?.then(reach);
  });
  window.addEventListener("resize", reach);
  document.addEventListener("toggle", reach, true);
})();
