// Pointing at a link to a theorem, an equation, a figure, a word of the glossary or a claim shows
// it; pointing at a stroke of the front page's picture shows the claims on its lines.
// hover_previews.py writes what is shown, one script for each page; claim_links.py writes the claims.
(() => {
  "use strict";
  const root = new URL("..", document.currentScript.src).href;
  const pages = new Map();      // page -> promise of what can be shown there
  const arrived = new Map();    // page -> what its script brought
  window.glbPreviews = (page, found) => arrived.set(page, found);

  const CLAIMS = "claims", MOST = 5;

  function wanted(link) {
    if (link.classList.contains("claim")) return { page: CLAIMS, id: link.textContent };
    if (!link.href.startsWith(root) || !link.hash || link.classList.contains("headerlink")) return null;
    const path = link.href.slice(root.length).split("#")[0];
    return path.endsWith(".html")
      ? { page: decodeURI(path.slice(0, -5)), id: decodeURIComponent(link.hash.slice(1)) } : null;
  }

  function load(page) {
    if (!pages.has(page)) {
      pages.set(page, new Promise((done) => {
        const script = document.createElement("script");
        script.src = `${root}_static/previews/${encodeURI(page)}.js`;
        script.onload = () => done(arrived.get(page) ?? {});
        script.onerror = () => done({});
        document.head.append(script);
      }));
    }
    return pages.get(page);
  }

  const box = document.createElement("div");
  box.id = "glb-preview";
  box.setAttribute("role", "tooltip");
  box.hidden = true;
  let owner = null, timer = 0;

  function close() {
    clearTimeout(timer);
    owner?.removeAttribute("aria-describedby");
    owner = null;
    box.hidden = true;
  }

  // On the side of the link that has more room, below if it fits; never beyond the window.
  function put(link) {
    const at = link.getClientRects()[0] ?? link.getBoundingClientRect();
    const gap = 6, edge = 8, header = document.querySelector(".bd-header-article")?.offsetHeight ?? 0;
    const under = window.innerHeight - at.bottom - gap - edge, over = at.top - header - gap;
    box.style.maxHeight = "";
    const below = box.offsetHeight <= under || under >= over;
    box.style.maxHeight = `${below ? under : over}px`;
    const right = document.documentElement.clientWidth - box.offsetWidth - edge;
    box.style.left = `${Math.max(edge, Math.min(at.left, right)) + window.scrollX}px`;
    box.style.top = `${(below ? at.bottom + gap : at.top - gap - box.offsetHeight) + window.scrollY}px`;
  }

  // The lines of a stroke, and what the ledger says of them.
  async function stroke(drawn) {
    const ids = drawn.dataset.claims.split(" ").filter((id) => id);
    const known = ids.length ? await load(CLAIMS) : {};
    const more = ids.length > MOST ? `<p>and ${ids.length - MOST} more</p>` : "";
    const said = ids.slice(0, MOST).map((id) => known[id] ?? id).join("") + more;
    return `<p>${drawn.dataset.says}</p>${said || "<p>no claim</p>"}`;
  }

  async function open(link) {
    const { page, id } = link.dataset.says ? {} : wanted(link);
    const html = page ? (await load(page))[id] : await stroke(link);
    if (html === undefined || owner !== link) return;
    box.innerHTML = html;
    box.hidden = false;
    put(link);
    if (page) link.setAttribute("aria-describedby", box.id);
    if (window.MathJax?.typesetPromise && box.querySelector(".math")) {
      await window.MathJax.typesetPromise([box]);
      if (owner === link) put(link);
    }
  }

  function soon(link, wait) {
    if (owner === link) { clearTimeout(timer); return; }
    close();
    owner = link;
    timer = setTimeout(() => open(link), wait);
  }

  const leave = () => { clearTimeout(timer); timer = setTimeout(close, 250); };

  document.addEventListener("DOMContentLoaded", () => {
    const article = document.querySelector("article");
    if (!article) return;
    document.body.append(box);
    const link = (event) => {
      const found = event.target.closest?.("a.reference.internal, a.claim, [data-says]");
      return found && (found.dataset.says || wanted(found)) ? found : null;
    };
    // A finger follows a link; a drawing has nothing to follow.
    article.addEventListener("pointerover", (e) => {
      const found = link(e);
      if (found && (e.pointerType !== "touch" || found.dataset.says)) {
        soon(found, found.dataset.says ? 30 : 200);
      }
    });
    article.addEventListener("pointerout", (e) => { if (link(e)) leave(); });
    article.addEventListener("focusin", (e) => {
      if (link(e)?.matches(":focus-visible")) soon(link(e), 0);
    });
    article.addEventListener("focusout", (e) => { if (link(e)) leave(); });
    box.addEventListener("pointerenter", () => clearTimeout(timer));
    box.addEventListener("pointerleave", leave);
    document.addEventListener("keydown", (e) => { if (e.key === "Escape" && owner) close(); });
  });
})();
