document.querySelectorAll("#ID").forEach(root => {
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
