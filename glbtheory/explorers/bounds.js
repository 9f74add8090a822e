const NAMES = {printed: "regret_discount", corrected: "regret_discount_corrected"};
const TERMS = ["lost", "bias", "bonuses"];

/* All arguments of the closed forms at the horizon T. */
const settle = (state, T) => {
  const of = name => F[`${state.link}_${name}`];
  const v = {...state, T};
  v.m = of("m") ? of("m")(v) : state.link === "linear" ? state.m : NaN;
  v.k_mu = of("k_mu") ? of("k_mu")(v) : NaN;
  v.c_mu = of("c_mu")(v);
  v.lam = state.ridge === "theorem" ? F.lam_theorem(v) : state.lam;
  v.forget = state.discount === "tuned" ? F.forget_tuned(v) : 1 - state.gamma;
  v.D = F.analysis_window(v);
  return v;
};
/* The theorem speaks of discount factors in (1/2, 1). */
const speaks = v => v.forget > 0 && v.forget < 0.5;
const share = (state, name, T) => {
  const v = settle(state, T);
  return speaks(v) ? F[name](v) / (v.m * T) : Infinity;
};

/* The last change from useless to useful on a grid of horizons, made exact by bisection. */
const first = (state, name) => {
  const useful = T => share(state, name, T) < 1;
  let low = NaN, high = NaN, before = false;
  for (let k = PER_DECADE; k <= DECADES * PER_DECADE; k += 1) {
    const T = Math.floor(10 ** Math.floor(k / PER_DECADE) * TENTHS[k % PER_DECADE] / 100);
    const now = useful(T);
    if (now && !before) { high = T; }
    if (!now) { low = T; high = NaN; }
    before = now;
  }
  if (!Number.isFinite(low) || !Number.isFinite(high)) { return NaN; }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (middle <= low || middle >= high) { break; }
    if (useful(middle)) { high = middle; } else { low = middle; }
  }
  return high;
};

const compute = state => {
  const v = settle(state, state.T), good = speaks(v);
  const out = {k_mu: v.k_mu, c_mu: v.c_mu, inverse_c_mu: 1 / v.c_mu, m: v.m, lam: v.lam,
    gamma: 1 - v.forget, memory: 1 / v.forget, D: v.D};
  if (v.k_mu !== v.k_mu) { out.k_mu = Infinity; out.m = Infinity; }
  ["rho", "s_bar", "beta", "beta_bar"].forEach(name => { out[name] = good ? F[name](v) : NaN; });
  if (!good) { ["gamma", "memory", "D"].forEach(name => { out[name] = NaN; }); }
  Object.entries(NAMES).forEach(([kind, name]) => {
    TERMS.forEach(term => { out[`${kind}_${term}`] = good ? F[`${kind}_${term}`](v) : NaN; });
    out[kind] = good ? F[name](v) : NaN;
    out[`${kind}_share`] = out[kind] / (v.m * state.T);
    out[`${kind}_from`] = first(state, name);
  });
  return {out, said: said(state, v, out, good)};
};
const said = (state, v, out, good) => {
  if (v.k_mu !== v.k_mu) {
    return "The slope of the Poisson mean has no upper end and its rewards have none either: "
      + "k_μ and m do not exist, and with them none of the bounds. c_μ does.";
  }
  if (!good) {
    return state.Gamma === 0 ? "Without changes the tuned γ would be 1. Give a γ."
      : "The theorem asks γ in (1/2, 1). T is too small for so many changes, or γ too small.";
  }
  const from = out.corrected_from;
  const later = from === from ? `It is below from T = ${show(from)} on.`
    : `It is not below for good up to T = 10${raised(DECADES)}.`;
  return out.corrected_share < 1
    ? "The corrected bound is below m T, which no policy can exceed: it says something. " + later
    : "The corrected bound is above m T, which no policy can exceed: it says nothing. " + later;
};

const begin = root => {
  if (root.dataset.ready) { return; }
  root.dataset.ready = "yes";
  const card = explorer(root, compute, (state, {out}) => {
    const width = card.width(660), height = 280, here = Math.log10(state.T);
    const known = [out.printed_from, out.corrected_from].filter(Number.isFinite).map(Math.log10);
    const right = Math.ceil(Math.max(here, known.length ? Math.max(...known) : 20) + 1);
    const curve = name => [...Array(161).keys()].map(k => {
      const x = 0.5 + (right - 0.5) * k / 160;
      return [x, Math.log10(share(state, name, 10 ** x))];
    });
    const printed = curve(NAMES.printed), corrected = curve(NAMES.corrected);
    const seen = [...printed, ...corrected].map(p => p[1]).filter(Number.isFinite);
    if (!seen.length) { card.fill("share", 0, 0, ""); return; }
    const low = Math.min(-1, Math.floor(Math.min(...seen)));
    const high = Math.max(1, Math.ceil(Math.min(12, Math.max(...seen))));
    const box = chart(width, height, [0.5, right], [low, high], powers(1, right, 7),
      powers(low, high, 6), "horizon T", "bound / (m T)");
    let marks = box.line([[0.5, 0], [right, 0]], "ink")
      + box.line(printed, "b") + box.line(corrected, "a")
      + box.line([[here, low], [here, high]], "frame");
    ["printed", "corrected"].forEach(kind => {
      const y = Math.log10(out[`${kind}_share`]);
      if (Number.isFinite(y)) {
        marks += mark("circle", {cx: box.X(here).toFixed(1), cy: box.Y(y).toFixed(1), r: 5,
          class: kind === "printed" ? "dot chosen" : "dot"});
      }
    });
    const x = width - 128;
    const key = path([[x, 36], [x + 30, 36]], "b") + words(x + 36, 40, "as printed")
      + path([[x, 54], [x + 30, 54]], "a") + words(x + 36, 58, "corrected");
    card.fill("share", width, height, box.text(marks, key));
  });
  card.start();
};
