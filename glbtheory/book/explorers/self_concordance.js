/* Everything at z and h; at h = 0 the bounds are read as their limit, the slope. */
const compute = state => {
  const of = (name, v) => F[`${state.link}_${name}`](v);
  const v = {z: state.z, h: Math.abs(state.h)};
  const out = {mu: of("mu", v), slope: of("slope", v),
    slope_there: of("slope", {z: state.z + state.h})};
  out.curvature = of("curvature", v) / out.slope;
  ["lower_rational", "lower_exponential", "upper_exponential"].forEach(name => {
    out[name] = v.h ? of(name, v) : out.slope;
  });
  out.mean_slope = v.h ? of(state.h > 0 ? "up" : "down", v) : out.slope;
  out.lower_ratio = out.lower_exponential / out.mean_slope;
  out.upper_ratio = out.mean_slope / out.upper_exponential;
  const worst = Math.max(out.lower_ratio, out.upper_ratio), slack = 1e-9;
  const said = worst > 1 + slack
    ? "The mean slope leaves the exponential bounds: this link is too steep, |μ″| ≤ μ′ fails."
    : worst > 1 - slack
      ? "The mean slope equals one of the exponential bounds: they cannot be improved."
      : "The mean slope lies between the exponential bounds, and the rational one is lower still.";
  return {out, said};
};

/* A dot that moves sideways, by pointer or by arrow keys. */
const handle = (name, x, y, label, value) => mark("g", {class: "handle", tabindex: 0,
  role: "slider", "data-handle": name, "aria-label": label, "aria-valuenow": value,
  "aria-valuemin": name === "z" ? -LIMITS.reach : -LIMITS.far,
  "aria-valuemax": name === "z" ? LIMITS.reach : LIMITS.far},
  mark("circle", {cx: x.toFixed(1), cy: y.toFixed(1), r: 8}));

const begin = root => {
  if (root.dataset.ready) { return; }
  root.dataset.ready = "yes";
  const seats = {};
  const steps = 160;
  const along = (low, high) => [...Array(steps + 1).keys()].map(
    k => low + (high - low) * k / steps);

  const cone = (state, out, width, height) => {
    const end = LIMITS.reach + 2, L = Math.log(out.slope);
    const box = chart(width, height, [-end, end], [-9, 7], even(-end, end, 8), even(-9, 7, 8),
      "point", "log μ′");
    const slope = x => Math.log(F[`${state.link}_slope`]({z: x}));
    const wide = 2 * end;
    const corners = [[-wide, wide], [0, 0], [-wide, -wide], [wide, -wide], [0, 0], [wide, wide]];
    const shade = mark("path", {class: "shade", d: [[0, 1, 2], [3, 4, 5]].map(three => "M" + three
      .map(k => [box.X(state.z + corners[k][0]).toFixed(1), box.Y(L + corners[k][1]).toFixed(1)])
      .join("L") + "Z").join("")});
    const there = state.z + state.h;
    const marks = shade + box.line(along(-end, end).map(x => [x, slope(x)]), "a")
      + mark("circle", {cx: box.X(there).toFixed(1), cy: box.Y(slope(there)).toFixed(1), r: 5,
        class: "dot"});
    seats.z = box;
    card.fill("cone", width, height, box.text(marks, handle("z", box.X(state.z),
      Math.min(height - 38, Math.max(22, box.Y(L))), "first point z", state.z)));
  };

  const means = (state, out, width, height) => {
    const value = x => {
      const got = compute({...state, h: x}).out;
      return name => Math.log10(got[name] / got.slope);
    };
    const xs = along(-LIMITS.far, LIMITS.far), found = xs.map(value);
    const box = chart(width, height, [-LIMITS.far, LIMITS.far], [-1.6, 1.6],
      even(-LIMITS.far, LIMITS.far, 8), powers(-1, 1, 2), "h", "mean slope / μ′(z)");
    const line = (name, look) => box.line(xs.map((x, k) => [x, found[k](name)]), look);
    const y = Math.log10(out.mean_slope / out.slope);
    const marks = line("upper_exponential", "b") + line("lower_exponential", "b")
      + line("lower_rational", "c") + line("mean_slope", "a")
      + box.line([[state.h, -1.6], [state.h, 1.6]], "frame");
    const left = 56, high = height - 84;
    const key = [["a", "mean slope"], ["b", "exponential"], ["c", "rational"]].map(
      ([look, name], k) => path([[left, high + 17 * k], [left + 28, high + 17 * k]], look)
        + words(left + 34, high + 4 + 17 * k, name)).join("");
    seats.h = box;
    card.fill("means", width, height, box.text(marks, key + handle("h", box.X(state.h),
      Math.min(height - 38, Math.max(22, box.Y(y))), "step h to the second point", state.h)));
  };

  let now = {};
  const card = explorer(root, compute, (state, {out}) => {
    now = state;
    const all = card.width(1000), width = all > 620 ? (all - 8) / 2 : all;
    const focused = document.activeElement?.closest?.("[data-handle]");
    const name = focused && root.contains(focused) ? focused.dataset.handle : "";
    cone(state, out, width, 300);
    means(state, out, width, 300);
    if (name) { root.querySelector(`[data-handle=${name}]`).focus(); }
  });
  const move = (name, x) => {
    card.set(name, Number((Math.round(x * 20) / 20).toFixed(2)));
    card.update(name);
  };
  [["z", "cone"], ["h", "means"]].forEach(([name, where]) => {
    const svg = card.svg(where);
    const at = event => seats[name].from((event.clientX - svg.getBoundingClientRect().left)
      * svg.viewBox.baseVal.width / svg.getBoundingClientRect().width);
    svg.addEventListener("pointerdown", event => {
      if (!event.target.closest("[data-handle]")) { return; }
      event.preventDefault();
      event.target.closest("[data-handle]").focus();
      svg.setPointerCapture(event.pointerId);
    });
    svg.addEventListener("pointermove", event => {
      if (svg.hasPointerCapture(event.pointerId)) { move(name, at(event)); }
    });
    svg.addEventListener("keydown", event => {
      if (!event.target.closest("[data-handle]")) { return; }
      const way = {ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10,
        PageUp: 10}[event.key];
      if (!way) { return; }
      event.preventDefault();
      move(name, now[name] + way / 20);
    });
  });
  card.start();
};
