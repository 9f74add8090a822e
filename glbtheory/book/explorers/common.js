const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const raised = k => (k < 0 ? "⁻" : "") + [...String(Math.abs(k))].map(c => RAISED[c]).join("");
const trimmed = text => text.includes(".") ? text.replace(/\.?0+$/, "") : text;
const show = x => {
  if (x === null || x === undefined || Number.isNaN(x)) { return "–"; }
  const sign = x < 0 ? "−" : "", size = Math.abs(x);
  if (size === Infinity) { return sign + "∞"; }
  if (size === 0) { return "0"; }
  const [digits, power] = size.toExponential(5).split("e");
  const e = Number(power);
  if (e >= -3 && e < 7) { return sign + trimmed(size.toFixed(Math.max(0, 5 - e))); }
  return sign + trimmed(digits) + " × 10" + raised(e);
};

/* A mark of SVG as text. */
const mark = (name, attributes, inner = "") =>
  `<${name} ${Object.entries(attributes).map(([k, v]) => `${k}="${v}"`).join(" ")}>${inner}</${name}>`;
const words = (x, y, text, anchor = "start") =>
  mark("text", {x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor}, text);
const path = (points, look) => {
  let pen = "M", d = "";
  points.forEach(p => {
    if (!p || !p.every(Number.isFinite)) { pen = "M"; return; }
    d += pen + p[0].toFixed(1) + " " + p[1].toFixed(1);
    pen = "L";
  });
  return mark("path", {d, class: look});
};

/* A window on [x0, x1] x [y0, y1] with ticks; a nested svg cuts off what leaves it. */
const chart = (width, height, [x0, x1], [y0, y1], xTicks, yTicks, xName, yName) => {
  const left = 46, top = 22, right = 20, bottom = 38;
  const w = width - left - right, h = height - top - bottom;
  const X = x => left + w * (x - x0) / (x1 - x0), Y = y => top + h * (y1 - y) / (y1 - y0);
  let behind = "", labels = "";
  xTicks.forEach(([x, name]) => {
    behind += path([[X(x), top], [X(x), top + h]], "grid");
    labels += words(X(x), top + h + 16, name, "middle");
  });
  yTicks.forEach(([y, name]) => {
    behind += path([[left, Y(y)], [left + w, Y(y)]], "grid");
    labels += words(left - 5, Y(y) + 4, name, "end");
  });
  labels += words(left + w / 2, height - 4, xName, "middle") + words(2, 13, yName);
  const frame = mark("rect", {x: left, y: top, width: w, height: h, class: "frame"});
  const inside = marks => mark("svg", {x: left, y: top, width: w, height: h,
    viewBox: `${left} ${top} ${w} ${h}`}, marks);
  return {X, Y, from: px => x0 + (x1 - x0) * (px - left) / w,
    line: (points, look) => path(points.map(p => p && [X(p[0]), Y(p[1])]), look),
    text: (inner, over = "") => behind + inside(inner) + frame + labels + over};
};
const even = (low, high, most) => {
  const rough = (high - low) / most, ten = 10 ** Math.floor(Math.log10(rough));
  const step = ten * [1, 2, 5, 10].find(k => k * ten >= rough);
  const ticks = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k += 1) {
    const x = Number((k * step).toPrecision(12));
    ticks.push([x, String(x).replace("-", "−")]);
  }
  return ticks;
};
/* The same on a logarithmic axis, whose coordinates are powers of ten. */
const powers = (low, high, most) =>
  even(low, high, most).filter(([x]) => Number.isInteger(x)).map(([x]) => [x, "10" + raised(x)]);

/* Sliders and fields: a slider runs in its own units, the field has the value. */
const SCALE = {
  linear: () => ({to: x => x, from: p => p}),
  log: box => {
    const least = Math.max(box.least, 1e-300);
    const span = Math.log(box.most / least);
    return {to: x => 1000 * Math.log(x / least) / span,
      from: p => Number((least * Math.exp(span * p / 1000)).toPrecision(3))};
  },
  memory: box => {
    const long = Math.log((1 - box.least) / (1 - box.most));
    return {to: x => 1000 * Math.log((1 - box.least) / (1 - x)) / long,
      from: p => Number((1 - Number(((1 - box.least) * Math.exp(-long * p / 1000))
        .toPrecision(3))).toPrecision(12))};
  }
};

/* Joins the controls of a card with what it computes and draws; returns what a card may use. */
const explorer = (root, compute, draw) => {
  root.classList.add("live");
  const part = name => root.querySelector(`[data-part=${name}]`);
  const boxes = {}, choices = {};
  let state = {};
  root.querySelectorAll("[data-choice]").forEach(e => {
    const select = e.querySelector("select");
    choices[e.dataset.choice] = select;
    select.addEventListener("change", () => update(e.dataset.choice));
  });
  root.querySelectorAll("[data-control]").forEach(e => {
    const [slide, field] = e.querySelectorAll("input");
    const box = {e, slide, field, name: e.dataset.control, whole: e.dataset.whole === "1",
      least: Number(field.min), most: Number(field.max), label: e.querySelector("span").textContent};
    box.scale = SCALE[e.dataset.scale](box);
    boxes[box.name] = box;
    slide.addEventListener("input", () => {
      const x = box.scale.from(Number(slide.value));
      const inside = Math.min(box.most, Math.max(box.least, box.whole ? Math.round(x) : x));
      field.value = inside;
      slide.setAttribute("aria-valuetext", field.value);
      update(box.name);
    });
    field.addEventListener("input", () => { follow(box); update(box.name); });
  });
  const follow = box => {
    box.slide.value = box.scale.to(Number(box.field.value));
    box.slide.setAttribute("aria-valuetext", box.field.value);
  };
  const wrong = box => {
    const x = box.field.valueAsNumber;
    if (x >= box.least && x <= box.most && (!box.whole || Number.isInteger(x))) { return ""; }
    const kind = box.whole ? "a whole number" : "a number";
    return `${box.label} must be ${kind} from ${show(box.least)} to ${show(box.most)}.`;
  };
  const read = () => {
    const faults = [], found = {};
    Object.entries(choices).forEach(([name, select]) => { found[name] = select.value; });
    root.querySelectorAll("[data-when]").forEach(e => {
      e.hidden = !e.dataset.when.split("&").every(one => {
        const [key, values] = one.split("=");
        return values.split(" ").includes(found[key]);
      });
    });
    Object.values(boxes).forEach(box => {
      const fault = box.e.hidden ? "" : wrong(box);
      box.field.setAttribute("aria-invalid", fault !== "");
      if (fault) { faults.push(fault); }
      found[box.name] = box.field.valueAsNumber;
    });
    return [found, faults];
  };
  const put = (name, value) => {
    root.querySelectorAll(`[data-out=${name}]`).forEach(e => {
      e.textContent = typeof value === "string" ? value : show(value);
      e.dataset.value = value;
    });
  };
  const hooks = {};
  const update = moved => {
    const [found, faults] = read();
    root.classList.toggle("stale", faults.length > 0);
    if (faults.length) { part("said").textContent = faults.join(" "); return; }
    state = found;
    if (hooks.before) { hooks.before(state, moved); }
    const values = compute(state);
    Object.entries(values.out).forEach(([name, value]) => put(name, value));
    part("said").textContent = values.said;
    draw(state, values);
  };
  root.compute = compute;
  root.addEventListener("keydown", event => event.stopPropagation());
  Object.values(boxes).forEach(follow);
  const svg = name => root.querySelector(`[data-drawing=${name}]`);
  let width = 0;
  const fit = () => {
    const now = root.clientWidth - 22;
    if (now > 0 && now !== width) { width = now; update(""); }
  };
  return {boxes, hooks, update, part, svg,
    set: (name, x) => {
      const box = boxes[name];
      box.field.value = Math.min(box.most, Math.max(box.least, x));
      follow(box);
    },
    width: (most, least = 250) => Math.max(least, Math.min(most, width)),
    fill: (name, w, h, marks) => {
      const e = svg(name);
      e.setAttribute("viewBox", `0 0 ${w} ${h}`);
      e.setAttribute("width", w);
      e.setAttribute("height", h);
      e.innerHTML = marks;
    },
    start: () => {
      new ResizeObserver(fit).observe(root);
      fit();
      if (width === 0) { width = 600; update(""); }
    }};
};
