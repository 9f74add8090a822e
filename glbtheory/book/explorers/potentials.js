const preset = (name, T) => [...Array(T).keys()].map(
  k => [F[`${name}_x`]({t: k + 1, T}), F[`${name}_y`]({t: k + 1, T})]);

/* Sums of weighted squares before rounds 1, ..., T + 1, as [m11, m12, m22]; no ridge. */
const sums = (actions, memory) => {
  const add = (M, [x, y]) => [M[0] + x * x, M[1] + x * y, M[2] + y * y];
  const all = [[0, 0, 0]];
  actions.forEach((a, s) => {
    if (memory.tau) {
      all.push(actions.slice(Math.max(0, s + 1 - memory.tau), s + 1).reduce(add, [0, 0, 0]));
    } else {
      all.push(add(all[s].map(x => (1 - memory.forget) * x), a));
    }
  });
  return all;
};
/* a' V^-1 a for V = M + λ I, with the adjugate of V. */
const norm = ([p, q, r], lam, [x, y]) => {
  const det = lam * lam + lam * (p + r) + (p * r - q * q);
  return (lam * (x * x + y * y) + r * x * x - 2 * q * x * y + p * y * y) / det;
};
/* log det(I + M/λ). */
const growth = ([p, q, r], lam) => Math.log1p((p + r) / lam + (p * r - q * q) / (lam * lam));

/* Potential, log-volume and bounds after each round. */
const curves = state => {
  const {actions, lam} = state, window = state.forgetting === "window";
  const memory = window ? {tau: state.tau} : {forget: 1 - state.gamma};
  const all = sums(actions, memory);
  const C = F.elliptical_constant({lam}), least = F.elliptical_constant_best({lam});
  let total = 0;
  const rows = actions.map((a, s) => {
    const v = {d: 2, T: s + 1, lam, tau: state.tau, forget: memory.forget};
    const term = norm(all[s], lam, a);
    total += term;
    const any = window ? F.elliptical_window(v) : C * F.any_volume(v);
    const volume = window ? any / C
      : growth(all[s + 1], lam) - 2 * (s + 1) * Math.log1p(-memory.forget);
    return {term, potential: total, volume, bound: C * volume, best: least * volume, any};
  });
  return {rows, all, C, least};
};

const compute = state => {
  const {rows, C, least} = curves(state), last = rows[rows.length - 1];
  const out = {potential: last.potential, volume: last.volume, constant: C, best_constant: least,
    norm: rows[state.at - 1].term};
  ["bound", "best", "any"].forEach(name => {
    out[name] = last[name];
    out[`${name}_share`] = last.potential / last[name];
  });
  const percent = Math.round(100 * out.bound_share);
  const said = `Round ${state.at}: the action times the half width of the ellipse in its direction `
    + `is ${show(Math.sqrt(out.norm))}. The potential of all rounds is ${percent} per cent of the `
    + "bound with C.";
  return {out, said};
};

const begin = root => {
  if (root.dataset.ready) { return; }
  root.dataset.ready = "yes";
  let actions = [], now = {}, plane = {};

  const disc = (state, {all}, width) => {
    const reach = Math.max(1.08, 1.08 / Math.sqrt(state.lam)), half = width / 2;
    const X = x => half + x * half / reach, Y = y => half - y * half / reach;
    plane = {from: (px, py) => [(px - half) * reach / half, (half - py) * reach / half]};
    const [p, q, r] = all[state.at - 1];
    const mean = (p + r) / 2 + state.lam, gap = Math.hypot((p - r) / 2, q);
    const turn = Math.atan2(2 * q, p - r) / 2;
    const scale = half / reach;
    let marks = path([[0, half], [width, half]], "grid") + path([[half, 0], [half, width]], "grid")
      + mark("circle", {cx: half, cy: half, r: scale.toFixed(1), class: "frame"})
      + mark("ellipse", {cx: half, cy: half, rx: (scale / Math.sqrt(mean + gap)).toFixed(1),
        ry: (scale / Math.sqrt(mean - gap)).toFixed(1), class: "b",
        transform: `rotate(${(-turn * 180 / Math.PI).toFixed(1)} ${half} ${half})`});
    actions.forEach(([x, y], k) => {
      const future = k + 1 > state.at ? 0.35 : 1;
      marks += mark("circle", {cx: X(x).toFixed(1), cy: Y(y).toFixed(1), r: 5, class: "dot",
        "data-action": k + 1, opacity: future});
    });
    const [x, y] = actions[state.at - 1];
    marks += path([[half, half], [X(x), Y(y)]], "ink");
    marks += mark("g", {class: "handle", tabindex: 0, role: "application", "data-handle": "action",
      "aria-label": `action of round ${state.at} at ${show(x)}, ${show(y)}; arrow keys move it`},
      mark("circle", {cx: X(x).toFixed(1), cy: Y(y).toFixed(1), r: 8}));
    card.fill("disc", width, width, marks);
  };

  const chartOf = (state, {rows}, width, height) => {
    const names = [["bound", "b"], ["best", "c"], ["potential", "a"]];
    const top = 1.05 * Math.max(...rows.map(row => row.bound), 1e-9);
    const right = Math.max(2, rows.length);
    const box = chart(width, height, [0, right], [0, top], even(0, right, 6), even(0, top, 6),
      "rounds", "sum");
    const marks = names.map(([name, look]) => box.line([[0, 0], ...rows.map(
      (row, k) => [k + 1, row[name]])], look)).join("")
      + box.line([[state.at, 0], [state.at, top]], "frame");
    const labels = ["C × log-volume", "least C × log-volume", "potential"];
    const key = names.map(([, look], k) => path([[56, 34 + 17 * k], [84, 34 + 17 * k]], look)
      + words(90, 38 + 17 * k, labels[k])).join("");
    card.fill("sums", width, height, box.text(marks, key));
  };

  const full = state => ({...state, actions});
  const card = explorer(root, state => compute(state.actions ? state : full(state)), state => {
    now = state;
    const found = curves(full(state));
    const all = card.width(900), wide = all > 620;
    const focused = document.activeElement?.closest?.("[data-handle]");
    const mine = focused && root.contains(focused);
    disc(state, found, wide ? 320 : Math.min(all, 340));
    chartOf(state, found, wide ? all - 328 : all, 320);
    if (mine) { root.querySelector("[data-handle]").focus(); }
  });

  /* A preset fills the list; a coordinate moved by hand makes it the reader's own. */
  const place = () => {
    const [x, y] = actions[card.boxes.at.field.valueAsNumber - 1];
    card.set("x", Number(x.toFixed(6)));
    card.set("y", Number(y.toFixed(6)));
  };
  const own = () => { root.querySelector("[data-choice=preset] select").value = "own"; };
  const shorten = (x, y) => {
    const size = Math.max(1, Math.hypot(x, y));
    return [x / size, y / size];
  };
  const lay = (x, y) => {
    actions[now.at - 1] = shorten(x, y);
    own();
    place();
    card.update("lay");
  };
  card.hooks.before = (state, moved) => {
    const before = state.at;
    state.at = Math.min(state.at, state.T);
    if (state.at !== before) { card.set("at", state.at); }
    if (state.preset !== "own" && (["preset", "T", ""].includes(moved) || !actions.length)) {
      actions = preset(state.preset, state.T);
    }
    while (actions.length < state.T) { actions.push(actions[actions.length - 1]); }
    actions = actions.slice(0, state.T);
    if (moved === "x" || moved === "y") {
      actions[state.at - 1] = shorten(state.x, state.y);
      own();
    }
    if (moved !== "lay" && moved !== "x" && moved !== "y") { place(); }
  };

  const svg = card.svg("disc");
  const at = event => {
    const seen = svg.getBoundingClientRect(), size = svg.viewBox.baseVal.width / seen.width;
    return plane.from((event.clientX - seen.left) * size, (event.clientY - seen.top) * size);
  };
  svg.style.touchAction = "none";
  svg.addEventListener("pointerdown", event => {
    const dot = event.target.closest("[data-action]");
    if (!dot && !event.target.closest("[data-handle]")) { return; }
    event.preventDefault();
    if (dot) { card.set("at", Number(dot.dataset.action)); card.update("at"); }
    root.querySelector("[data-handle]").focus();
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointermove", event => {
    if (svg.hasPointerCapture(event.pointerId)) { lay(...at(event)); }
  });
  svg.addEventListener("keydown", event => {
    const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1],
      ArrowDown: [0, -1]}[event.key];
    const turn = {PageUp: 1, PageDown: -1}[event.key];
    if (step) {
      const [x, y] = actions[now.at - 1];
      event.preventDefault();
      lay(Number((x + step[0] / 20).toFixed(6)), Number((y + step[1] / 20).toFixed(6)));
    } else if (turn) {
      event.preventDefault();
      card.set("at", Math.min(now.T, now.at + turn));
      card.update("at");
    }
  });
  root.actions = () => actions.map(a => [...a]);
  card.start();
};
