"""The style and the script of the interactive graph; ``graph_page`` puts them into a page.

Neither holds a "less than" sign or an ampersand: the same text is HTML and XML.
"""

from __future__ import annotations

STYLE = """
#%(id)s { --ink:#1a1a1a; --card:#ffffff; --line:#8a8a8a; --soft:#f2f2f2; --down:#0072B2;
  --up:#B34700; --cross:#444444; --hollow:#707070;
  background:var(--card); color:var(--ink); color-scheme:light;
  border:1px solid var(--line); border-radius:6px; padding:10px; box-sizing:border-box;
  font-family:'DejaVu Sans',Verdana,Arial,sans-serif; font-size:14px; line-height:1.4; }
%(dark)s
#%(id)s .controls { display:none; flex-wrap:wrap; gap:8px 14px; align-items:center; }
#%(id)s.live .controls { display:flex; }
#%(id)s label { display:inline-flex; gap:5px; align-items:center; margin:0; }
#%(id)s input, #%(id)s select, #%(id)s button { font:inherit; color:inherit;
  background:var(--soft); border:1px solid var(--line); border-radius:4px; padding:4px 8px; }
#%(id)s button { cursor:pointer; }
#%(id)s input[type=search] { width:11em; }
#%(id)s .legend { display:flex; flex-wrap:wrap; gap:4px 14px; margin:8px 0; padding:0;
  list-style:none; }
#%(id)s .legend li { display:inline-flex; align-items:center; gap:5px; margin:0; }
#%(id)s .legend svg { width:18px; height:18px; flex:none; }
/* Of one height: longer words must not push the graph away under the pointer. */
#%(id)s .said { height:7.5em; overflow:hidden; margin:6px 0; }
#%(id)s .said p { margin:0; }
#%(id)s .pane { overflow-x:auto; }
#%(id)s .pane svg { display:block; width:100%%; min-width:860px; height:auto; }
#%(id)s .arrows { fill:none; stroke:var(--line); stroke-width:.7; opacity:.45; }
#%(id)s .down { fill:none; stroke:var(--down); stroke-width:.9; opacity:.75; }
#%(id)s .up { fill:none; stroke:var(--up); stroke-width:.9; stroke-dasharray:4 3; opacity:.8; }
#%(id)s .direct { stroke-width:2.2; opacity:1; }
#%(id)s a { color:inherit; }
#%(id)s .n { cursor:pointer; outline:none; text-decoration:none; }
#%(id)s .n text { font-size:9.5px; fill:var(--ink); text-anchor:middle;
  paint-order:stroke; stroke:var(--card); stroke-width:2.5px; stroke-linejoin:round; }
#%(id)s .n.hand text { display:none; }
#%(id)s .focused .n.hand text, #%(id)s .n.hand.here text, #%(id)s .n.hand.found text {
  display:inline; }
#%(id)s .n.large text { font-size:13px; font-weight:bold; }
#%(id)s .n .hit-area { fill:transparent; stroke:none; }
#%(id)s .ring { fill:none; stroke:#D55E00; stroke-width:1.6; }
#%(id)s .n.dim { opacity:.16; }
#%(id)s .n.gone { display:none; }
#%(id)s .n.found .mark, #%(id)s .n.here .mark { stroke:var(--ink); stroke-width:.35; }
#%(id)s .n:focus-visible .hit-area { stroke:var(--ink); stroke-width:2; }
#%(id)s .focused .n text { font-size:12px; font-weight:bold; }
#%(id)s .focused .n.hand text { font-size:10px; font-weight:normal; }
#%(id)s .lists { display:flex; flex-wrap:wrap; gap:8px 28px; }
#%(id)s .lists div { flex:1 1 280px; }
#%(id)s .lists ul { margin:4px 0; padding-left:1.2em; max-height:16em; overflow-y:auto; }
@media print { #%(id)s .controls, #%(id)s .said { display:none; } }
"""

#: In a page that follows the reader's system, and not a theme of its own.
DARK = """
@media (prefers-color-scheme: dark) { #%(id)s { --ink:#ececec; --card:#1b1b1b; --line:#8a8a8a;
  --soft:#2b2b2b; --down:#56B4E9; --up:#F0A060; --cross:#bdbdbd; --hollow:#9a9a9a;
  color-scheme:dark; } }
"""

SCRIPT = r"""
document.querySelectorAll("#%(id)s").forEach(root => {
  if (root.dataset.ready) { return; }
  root.dataset.ready = "yes";
  root.classList.add("live");
  const part = name => root.querySelector("[data-part=" + name + "]");
  const svg = part("drawing"), said = part("said");
  const box = svg.getAttribute("viewBox").split(" ").map(Number);
  const looks = {};
  root.querySelectorAll("[data-look]").forEach(e => {
    const mark = e.querySelector(".mark");
    looks[e.dataset.look] = ["d", "fill", "stroke", "stroke-width"].map(
      a => [a, mark.getAttribute(a)]);
  });
  const numbers = text => text.split(" ").filter(w => w).map(Number);
  const nodes = [...svg.querySelectorAll(".n")].map((el, k) => ({
    el, k, id: el.dataset.n, below: numbers(el.dataset.d), above: [],
    at: numbers(el.dataset.at), words: el.querySelector("title").textContent,
    listed: el.dataset.z !== "1"
  }));
  nodes.forEach(n => n.below.forEach(k => nodes[k].above.push(n.k)));
  let centre = -1, active = -1, touched = -1;

  const steps = (k, way, most) => {
    const far = new Map([[k, 0]]);
    const todo = [k];
    while (todo.length) {
      const m = todo.shift();
      if (far.get(m) === most) { continue; }
      nodes[m][way].filter(j => shown(nodes[j])).filter(j => !far.has(j)).forEach(j => {
        far.set(j, far.get(m) + 1);
        todo.push(j);
      });
    }
    far.delete(k);
    return far;
  };
  const shown = n => n.listed || part("ours").checked || n.k === centre;
  const curve = (a, b) => {
    const [x, y] = a.now, [u, v] = b.now;
    const bend = y === v ? [y + 26, v + 26] : [(y + v) / 2, (y + v) / 2];
    return "M" + [x, y] + "C" + [x, bend[0], u, bend[1], u, v];
  };
  const draw = (name, pairs) => part(name).setAttribute("d",
    pairs.map(([a, b]) => curve(nodes[a], nodes[b])).join(""));
  const among = set => [...set].flatMap(
    a => nodes[a].below.filter(b => set.has(b)).map(b => [a, b]));

  const place = () => {
    nodes.forEach(n => { n.now = n.at; n.visible = shown(n); });
    let [, , width, height] = box;
    if (centre !== -1) {
      const most = Number(part("depth").value);
      width = Math.max(320, Math.min(box[2], svg.parentElement.clientWidth));
      const ups = steps(centre, "above", most), downs = steps(centre, "below", most);
      const rows = [];
      const fill = (far, sign) => {
        const deepest = Math.max(0, ...far.values());
        for (let d = 1; deepest + 1 > d; d += 1) {
          const row = nodes.filter(n => far.get(n.k) === d);
          const count = Math.ceil(row.length / Math.floor((width - 48) / 52));
          const size = Math.ceil(row.length / count);
          const cut = [];
          for (let i = 0; count > i; i += 1) { cut.push(row.slice(i * size, (i + 1) * size)); }
          sign > 0 ? rows.unshift(...cut.reverse()) : rows.push(...cut);
        }
      };
      fill(ups, 1);
      rows.push([nodes[centre]]);
      fill(downs, -1);
      nodes.forEach(n => { n.visible = false; });
      rows.forEach((row, i) => row.sort((a, b) => a.at[0] - b.at[0]).forEach((n, j) => {
        n.visible = true;
        n.now = [Math.round(24 + (width - 48) * (j + 0.5) / row.length), 36 + 74 * i];
      }));
      height = 74 * rows.length + 14;
    }
    svg.setAttribute("viewBox", "0 0 " + width + " " + height);
    svg.classList.toggle("focused", centre !== -1);
    svg.style.minWidth = centre === -1 ? "" : "0";
    part("arrows").style.display = centre === -1 ? "inline" : "none";
    part("leave").style.display = centre === -1 ? "none" : "inline";
    nodes.forEach(n => {
      n.el.setAttribute("transform", "translate(" + n.now.join(" ") + ")");
      n.el.classList.toggle("gone", !n.visible);
    });
  };

  const light = () => {
    const query = part("query").value.trim().toLowerCase();
    const visible = nodes.filter(n => n.visible);
    const exact = visible.filter(n => n.id.toLowerCase() === query);
    const hits = exact.length ? exact : visible.filter(n => n.words.toLowerCase().includes(query));
    const found = new Set(query ? hits.map(n => n.k) : []);
    const seen = new Set(visible.map(n => n.k));
    const k = active !== -1 ? active : centre;
    const closed = way => new Set([...(k === -1 ? [] : steps(k, way, -1).keys())].filter(
      j => seen.has(j)));
    const below = closed("below"), above = closed("above");
    const direct = [];
    if (k !== -1) {
      nodes[k].below.filter(j => below.has(j)).forEach(j => direct.push([k, j]));
      nodes[k].above.filter(j => above.has(j)).forEach(j => direct.push([j, k]));
      below.add(k);
      above.add(k);
    }
    const first = pair => pair[0] === k;
    draw("down", among(below).filter(pair => !first(pair)));
    draw("up", among(above).filter(pair => pair[1] !== k));
    draw("direct-down", direct.filter(first));
    draw("direct-up", direct.filter(pair => !first(pair)));
    nodes.forEach(n => {
      const near = below.has(n.k) || above.has(n.k);
      const dim = k === -1 ? query !== "" ? !found.has(n.k) : false : !near;
      n.el.classList.toggle("dim", dim);
      n.el.classList.toggle("found", found.has(n.k));
      n.el.classList.toggle("here", n.k === k);
    });
    part("count").textContent = query ? found.size + " found" : "";
    return [...found];
  };

  const link = (n, text) => {
    const a = document.createElement("a");
    a.href = n.el.getAttribute("href");
    a.textContent = text;
    return a;
  };
  const tell = () => {
    const k = active !== -1 ? active : centre;
    said.textContent = "";
    if (k === -1) { said.append(part("hint").content.cloneNode(true)); return; }
    const n = nodes[k];
    const line = document.createElement("p");
    line.append(link(n, n.id), n.words.slice(n.id.length) + ". Rests on " +
      steps(k, "below", -1).size + " others, " + n.below.length + " of them directly; " +
      steps(k, "above", -1).size + " rest on it.");
    said.append(line);
  };
  const list = () => {
    const place = part("lists");
    place.textContent = "";
    if (centre === -1) { return; }
    [["rests directly on", "below"], ["directly used by", "above"]].forEach(([title, way]) => {
      const column = document.createElement("div");
      const head = document.createElement("strong");
      head.textContent = nodes[centre].id + " " + title + ":";
      const items = document.createElement("ul");
      nodes[centre][way].filter(j => shown(nodes[j])).forEach(j => {
        const item = document.createElement("li");
        item.append(link(nodes[j], nodes[j].id), nodes[j].words.slice(nodes[j].id.length));
        items.append(item);
      });
      column.append(head, items);
      if (items.children.length) { place.append(column); }
    });
  };
  const refresh = () => { place(); light(); tell(); list(); };
  const focusOn = k => { centre = k; active = -1; refresh(); };

  const colour = () => {
    const which = part("colouring").selectedIndex;
    nodes.forEach(n => {
      const look = n.el.dataset.s.split(" ")[which];
      const mark = n.el.querySelector(".mark");
      looks[look].forEach(([a, v]) => mark.setAttribute(a, v));
    });
    const counts = JSON.parse(part("counts").textContent)[which];
    root.querySelectorAll("[data-look]").forEach(e => {
      e.querySelector("span").textContent = counts[e.dataset.look];
    });
  };

  const reach = (n, key) => {
    const side = key === "ArrowLeft" || key === "ArrowRight";
    const sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
    const pool = side ? nodes.filter(m => m.now[1] === n.now[1])
      : (sign === -1 ? n.above : n.below).map(j => nodes[j]);
    const good = pool.filter(m => m.visible).filter(m => m !== n).filter(
      m => !side || sign * (m.now[0] - n.now[0]) > 0);
    const far = m => Math.abs(m.now[0] - n.now[0]) + Math.abs(m.now[1] - n.now[1]);
    return good.sort((a, b) => far(a) - far(b))[0];
  };
  const rove = n => {
    nodes.forEach(m => m.el.setAttribute("tabindex", m === n ? "0" : "-1"));
  };
  nodes.forEach(n => {
    const look = () => { active = n.k; light(); tell(); };
    n.el.addEventListener("pointerenter", look);
    n.el.addEventListener("focus", () => { rove(n); look(); });
    n.el.addEventListener("pointerdown", e => { touched = e.pointerType === "touch" ? n.k : -1; });
    n.el.addEventListener("click", e => {
      const walk = e.shiftKey || (centre !== -1 ? centre !== n.k : false);
      if (walk || touched === n.k) { e.preventDefault(); }
      if (walk) { focusOn(n.k); } else if (touched === n.k) { look(); }
    });
    n.el.addEventListener("keydown", e => {
      if (e.key.startsWith("Arrow")) {
        e.preventDefault();
        const next = reach(n, e.key);
        if (next) { next.el.focus(); }
      } else if (e.key === "f") {
        focusOn(n.k);
        n.el.focus();
      }
    });
  });
  svg.addEventListener("pointerleave", () => { active = -1; light(); tell(); });
  svg.addEventListener("focusout", () => { active = -1; light(); tell(); });
  root.addEventListener("keydown", e => {
    e.stopPropagation();
    if (e.key === "Escape") { part("query").value = ""; focusOn(-1); }
  });
  part("query").addEventListener("input", light);
  part("query").addEventListener("keydown", e => {
    if (e.key === "Enter") { part("focus").click(); }
  });
  part("focus").addEventListener("click", () => {
    const found = light();
    if (found.length) { focusOn(found[0]); }
  });
  part("leave").addEventListener("click", () => focusOn(-1));
  part("depth").addEventListener("change", refresh);
  part("ours").addEventListener("change", refresh);
  part("colouring").addEventListener("change", colour);
  rove(nodes.find(n => n.el.classList.contains("large")) || nodes[0]);
  refresh();
  const pane = svg.parentElement;
  pane.scrollLeft = (pane.scrollWidth - pane.clientWidth) / 2;
});
"""
