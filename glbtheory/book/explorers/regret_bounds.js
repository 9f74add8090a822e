/* log of the integral of s^(a-1) exp(-s) over [0, x], 2a whole: its series, or all of Γ(a). */
const logLower = (a, x) => {
  if (x > a + 40 + 10 * Math.sqrt(a)) {
    let whole = Number.isInteger(a) ? 0 : Math.log(Math.PI) / 2;
    for (let k = a - 1; k > 0; k -= 1) { whole += Math.log(k); }
    return whole;
  }
  let term = 1 / a, sum = term;
  for (let k = 1; term > 1e-17 * sum; k += 1) { term *= x / (a + k); sum += term; }
  return a * Math.log(x) - x + Math.log(sum);
};
/* Upwards to a whole number, unless only rounding made it larger than one. */
const upwards = x => Math.ceil(x * (1 - 1e-14));

/* All arguments of the closed forms at the horizon T. */
const settle = (state, T) => {
  const {window} = THEOREMS[state.theorem], tuned = state.forgetting === "tuned";
  const of = name => F[`${state.link}_${name}`];
  const v = {...state, T, t: T};
  v.m = of("m") ? of("m")(v) : state.link === "linear" ? state.m : NaN;
  v.k_mu = of("k_mu") ? of("k_mu")(v) : NaN;
  v.c_mu = of("c_mu")(v);
  v.lam = state.ridge === "theorem" ? F.lam_theorem(v) : state.lam;
  // γ has at most fifteen decimals; 1 - γ in floats would have others behind them.
  const own = window ? state.tau : Number((1 - state.gamma).toFixed(15));
  const chosen = tuned ? F[`${state.theorem}_tuned`](v) : own;
  if (window) {
    v.tau = upwards(chosen);
  } else {
    v.forget = chosen;
    v.D = F.analysis_window(v);
  }
  return v;
};
/* The theorems speak of gaps of at most m, and of discount factors in (1/2, 1). */
const speaks = v => {
  const {window, gaps} = THEOREMS[v.theorem];
  return v.k_mu === v.k_mu && !(gaps && v.Delta > v.m)
    && (window ? v.tau < Infinity : v.forget > 0 && v.forget < 0.5);
};
/* The sharpened bounds need a mean function with values in [0, m], not only rewards. */
const bounded = state => Boolean(F[`${state.link}_m`]);
/* The same for a sharpened bound: D a whole number, and u and r with nearly the least radius. */
const sharp = (v, finest) => {
  const {radii} = THEOREMS[v.theorem], start = Math.min(3, 4 * v.m / Math.sqrt(v.lam));
  const w = v.D ? {...v, D: Math.max(1, Math.ceil(v.D))} : {...v};
  const size = (u, r) => u + r < 1e-3 ? Infinity : F[radii.rho_sharper]({...w, u, r});
  let u = start, r = start / 4, least = size(u, r), step = 2;
  while (step > finest) {
    const ways = [[step, 1], [1 / step, 1], [1, step], [1, 1 / step],
      [step, step], [1 / step, 1 / step], [step, 1 / step], [1 / step, step]];
    const found = ways.map(([a, b]) => [size(u * a, r * b), u * a, r * b])
      .reduce((one, other) => other[0] < one[0] ? other : one);
    if (found[0] < least) { [least, u, r] = found; } else { step = Math.sqrt(step); }
  }
  const brief = x => Number(x.toPrecision(3));
  [w.u, w.r] = size(brief(u), brief(r)) <= size(0.5, 0.5) ? [brief(u), brief(r)] : [0.5, 0.5];
  return w;
};
const parts = (kind, v) =>
  ["lost", "bias", "bonuses"].map(term => [term, F[`${v.theorem}_${kind}_${term}`](v)]);
const bound = (kind, v) => parts(kind, v).reduce((sum, [, x]) => sum + x, 0);
const share = (state, kind, T) => {
  const v = settle(state, T);
  if (!speaks(v) || (kind === "sharper" && !bounded(state))) { return Infinity; }
  return bound(kind, kind === "sharper" ? sharp(v, 1.02) : v) / (v.m * T);
};

/* The last change from useless to useful on a grid of horizons, made exact by bisection;
   to three digits for the sharpened bounds. */
const first = (state, kind) => {
  const useful = T => share(state, kind, T) < 1;
  const last = kind === "sharper" ? SHARP_DECADES : DECADES;
  let low = NaN, high = NaN;
  for (let k = last * PER_DECADE; k >= PER_DECADE; k -= 1) {
    const T = Math.floor(10 ** Math.floor(k / PER_DECADE) * TENTHS[k % PER_DECADE] / 100);
    if (!useful(T)) { low = T; break; }
    high = T;
  }
  if (!Number.isFinite(low) || !Number.isFinite(high)) { return NaN; }
  const unit = kind === "sharper" ? Math.max(1, 10 ** (Math.floor(Math.log10(high)) - 2)) : 1;
  low = Math.floor(low / unit);
  high = Math.ceil(high / unit);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (middle <= low || middle >= high) { break; }
    if (useful(middle * unit)) { high = middle; } else { low = middle; }
  }
  return high * unit;
};

const compute = state => {
  const v = settle(state, state.T), good = speaks(v), fine = good && bounded(state);
  const w = fine ? sharp(v, 1.0001) : v;
  const {window, radii} = THEOREMS[state.theorem];
  const out = {k_mu: v.k_mu, c_mu: v.c_mu, inverse_c_mu: 1 / v.c_mu, m: v.m, lam: v.lam,
    gamma: 1 - v.forget, memory: 1 / v.forget, D: v.D, tau: window ? v.tau : NaN, u: NaN, r: NaN};
  if (fine) { out.u = w.u; out.r = w.r; }
  if (v.k_mu !== v.k_mu) { out.k_mu = Infinity; out.m = Infinity; }
  if (!good) { ["gamma", "memory", "D", "tau"].forEach(name => { out[name] = NaN; }); }
  Object.entries(radii).forEach(([key, name]) => {
    const sharper = key.includes("sharper");
    out[key] = (sharper ? fine : good) ? F[name](sharper ? w : v) : NaN;
  });
  Object.keys(KINDS).forEach(kind => {
    const [chosen, exists] = kind === "sharper" ? [w, fine] : [v, good];
    parts(kind, chosen).forEach(([term, x]) => { out[`${kind}_${term}`] = exists ? x : NaN; });
    out[kind] = exists ? bound(kind, chosen) : NaN;
    out[`${kind}_share`] = out[kind] / (v.m * state.T);
    out[`${kind}_from`] = first(state, kind);
  });
  return {out, said: said(state, v, out, good)};
};
const said = (state, v, out, good) => {
  const {window, gaps} = THEOREMS[state.theorem];
  if (v.k_mu !== v.k_mu) {
    return "The slope of the Poisson mean has no upper end and its rewards have none either: "
      + "k_μ and m do not exist, and with them none of the bounds. c_μ does.";
  }
  if (gaps && state.Delta > v.m) {
    return `A gap between mean rewards is at most m = ${show(v.m)}. Take a smaller Δ.`;
  }
  if (!good) {
    return state.Gamma === 0 ? `Without changes the tuned ${window ? "τ" : "γ"} does not exist. `
      + `Choose your own.`
      : "The theorem asks γ in (1/2, 1). T is too small for so many changes, or γ too small.";
  }
  const at = `At T = ${show(state.T)} no policy can lose more than m T = ${show(v.m * state.T)}. `;
  const verdict = out.corrected_share < 1
    ? `The corrected bound, ${show(out.corrected)}, is below it and says something. `
    : `The corrected bound, ${show(out.corrected)}, is above it and says nothing. `;
  const [from, sharper] = [out.corrected_from, out.sharper_from];
  const never = state.forgetting === "tuned" ? `at no T up to 10${raised(DECADES)}`
    : `for no long T, because ${window ? "τ" : "γ"} stays the same when T grows`;
  return at + verdict + `It says something ${from === from ? `from T = ${show(from)} on` : never}`
    + (sharper === sharper ? `, the sharper bound from about T = ${show(sharper)} on.` : ".")
    + (bounded(state) ? "" : " The sharper bound asks that the mean function stays in [0, m].");
};

const LOOKS = {printed: ["b", "dot chosen"], corrected: ["a", "dot"], sharper: ["c", "dot sharp"]};
const begin = root => {
  if (root.dataset.ready) { return; }
  root.dataset.ready = "yes";
  const kinds = Object.keys(KINDS);
  const card = explorer(root, compute, (state, {out}) => {
    const width = card.width(660), height = 300, here = Math.log10(state.T);
    const known = kinds.map(kind => out[`${kind}_from`]).filter(Number.isFinite).map(Math.log10);
    const right = Math.ceil(Math.max(here, known.length ? Math.max(...known) : 20) + 1);
    const curves = kinds.map(kind => [...Array(81).keys()].map(k => {
      const x = 0.5 + (right - 0.5) * k / 80;
      return [x, Math.log10(share(state, kind, 10 ** x))];
    }));
    const seen = curves.flat().map(p => p[1]).filter(Number.isFinite);
    if (!seen.length) { card.fill("share", 0, 0, ""); return; }
    const low = Math.min(-1, Math.floor(Math.min(...seen)));
    const high = Math.max(1, Math.ceil(Math.min(12, Math.max(...seen))));
    const box = chart(width, height, [0.5, right], [low, high], powers(1, right, 7),
      powers(low, high, 6), "horizon T", "bound / (m T)");
    let marks = box.line([[0.5, 0], [right, 0]], "ink")
      + words(box.X(0.5) + 6, box.Y(0) + 15, "below this line: useful")
      + box.line([[here, low], [here, high]], "frame");
    let key = "";
    kinds.forEach((kind, k) => {
      const y = Math.log10(out[`${kind}_share`]), [look, dot] = LOOKS[kind];
      marks += box.line(curves[k], look);
      if (Number.isFinite(y)) {
        marks += mark("circle", {cx: box.X(here).toFixed(1), cy: box.Y(y).toFixed(1), r: 5,
          class: dot});
      }
      const x = width - 128, top = 36 + 18 * k;
      key += path([[x, top], [x + 30, top]], look) + words(x + 36, top + 4, KINDS[kind]);
    });
    card.fill("share", width, height, box.text(marks, key));
  });
  card.start();
};
