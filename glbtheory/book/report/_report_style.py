"""The style and the script of the report; ``report_page`` puts them into its page."""

from __future__ import annotations

STYLE = """
:root { color-scheme: light dark; --ink:#1a1a1a; --paper:#ffffff; --soft:#f3f4f6; --line:#b9bdc4;
  --link:#0b57a4; --quiet:#55595f; --good:#00694d; --warn:#9a4300; }
@media (prefers-color-scheme: dark) { :root { --ink:#ececec; --paper:#141517; --soft:#22252a;
  --line:#4c525b; --link:#8cc4ff; --quiet:#b3b8bf; --good:#5fd3ae; --warn:#ffb066; } }
* { box-sizing:border-box; }
body { margin:0 auto; padding:1rem; max-width:80rem; background:var(--paper); color:var(--ink);
  font:16px/1.5 'DejaVu Sans',Verdana,Arial,sans-serif; }
a { color:var(--link); }
:focus-visible { outline:3px solid var(--link); outline-offset:2px; }
.skip { position:absolute; left:-999em; }
.skip:focus { position:static; }
h1 { font-size:1.7rem; line-height:1.25; margin:.4rem 0; }
h2 { font-size:1.35rem; margin:2.2rem 0 .6rem; border-bottom:1px solid var(--line); }
h3 { font-size:1.1rem; margin:1.6rem 0 .4rem; }
h4 { font-size:1rem; margin:0 0 .3rem; }
nav ul { display:flex; flex-wrap:wrap; gap:.3rem 1.2rem; padding:0; margin:.6rem 0;
  list-style:none; }
.quiet { color:var(--quiet); }
.tiles { display:grid; grid-template-columns:repeat(auto-fit,minmax(11rem,1fr)); gap:.7rem;
  margin:1rem 0; padding:0; list-style:none; }
.tiles li { background:var(--soft); border:1px solid var(--line); border-radius:6px;
  padding:.6rem .8rem; }
.tiles strong { display:block; font-size:1.5rem; }
table { border-collapse:collapse; width:100%; font-size:.92rem; margin:.5rem 0; }
caption { text-align:left; color:var(--quiet); padding:.3rem 0; }
th, td { text-align:left; vertical-align:top; padding:.35rem .5rem;
  border-bottom:1px solid var(--line); }
thead th { background:var(--soft); position:sticky; top:0; z-index:1; }
th button { font:inherit; font-weight:bold; color:inherit; background:none; border:0; padding:0;
  cursor:pointer; text-align:left; }
th[aria-sort=ascending] button::after { content:" ▲"; }
th[aria-sort=descending] button::after { content:" ▼"; }
td.num, th.num { text-align:right; font-variant-numeric:tabular-nums; }
td.id { white-space:nowrap; }
.ledger tbody tr { scroll-margin-top:3.6rem; }
article { scroll-margin-top:1rem; }
tr:target, article:target { background:var(--soft); outline:2px solid var(--link); }
summary { cursor:pointer; }
.scroll { overflow-x:auto; }
.f-inline { display:inline-block; max-width:100%; overflow-x:auto; vertical-align:middle; }
.f { overflow-x:auto; overflow-y:hidden; padding:.25rem 0; max-width:100%; }
math { font-size:1.08em; font-family:"Latin Modern Math","STIX Two Math","XITS Math",
  "Cambria Math","Libertinus Math","DejaVu Serif",math; }
msqrt > :first-child { padding-left:.2em; }
dl.facts { display:grid; grid-template-columns:minmax(7rem,max-content) minmax(0,1fr);
  gap:.15rem .9rem; margin:.5rem 0; }
dl.facts dt { color:var(--quiet); }
dl.facts dd { margin:0; min-width:0; overflow-wrap:anywhere; }
.facts ul { margin:0; padding-left:1.1rem; }
article { border:1px solid var(--line); border-radius:6px; padding:.7rem .9rem; margin:.7rem 0; }
.holds { color:var(--good); } .wrong { color:var(--warn); }
.badge { white-space:nowrap; }
form.filters { display:none; flex-wrap:wrap; gap:.5rem .9rem; align-items:end; margin:.8rem 0; }
.live form.filters { display:flex; }
.filters label { display:flex; flex-direction:column; font-size:.85rem; color:var(--quiet); }
.filters input, .filters select, .filters button { font:inherit; color:var(--ink);
  background:var(--soft); border:1px solid var(--line); border-radius:4px; padding:.3rem .5rem; }
.ledger td.claim { width:52%; max-width:0; }
[hidden] { display:none; }
@media (max-width: 760px) {
  .cards thead { display:none; }
  .cards tr { display:block; border-bottom:2px solid var(--line); padding:.4rem 0; }
  .cards td, .ledger td.claim { display:inline-block; border:0; padding:.1rem .2rem; width:auto;
    margin-right:.7rem; max-width:100%; text-align:left; }
  .cards td:empty { display:none; }
  .cards td.claim { display:block; margin:0; }
  .cards td[data-label]::before { content:attr(data-label) ": "; color:var(--quiet); }
  dl.facts { grid-template-columns:minmax(0,1fr); }
  dl.facts dd { padding-left:.8rem; margin-bottom:.3rem; }
}
@media print {
  body { max-width:none; font-size:10pt; }
  nav, form.filters, .skip { display:none; }
  a { color:inherit; text-decoration:none; }
  thead th { position:static; }
  article, tr { break-inside:avoid; }
  .f { overflow:visible; }
}
"""

SCRIPT = """
{
document.documentElement.classList.add("live");
const form = document.querySelector("form.filters");
const table = document.querySelector("table.ledger");
const body = table.tBodies[0];
const rows = [...body.rows];
const facets = ["verdict", "strength", "chain", "kind", "chapter", "effect"];
rows.forEach(row => {
  row.words = [...row.querySelectorAll("[data-words]")].map(e => e.textContent).join(" ")
    .toLowerCase();
  row.spans = row.dataset.spans.split(" ").filter(s => s).map(s => s.split("-").map(Number));
});
const filter = () => {
  const query = form.elements.query.value.trim().toLowerCase();
  const line = Number(form.elements.line.value);
  const exact = rows.some(row => row.dataset.id.toLowerCase() === query);
  let count = 0;
  rows.forEach(row => {
    const named = exact ? row.dataset.id.toLowerCase() === query
      : query.split(/\\s+/).every(word => row.words.includes(word));
    const there = !line || row.spans.some(([a, b]) => line >= a && b >= line);
    const right = facets.every(f => ["", row.dataset[f]].includes(form.elements[f].value));
    row.hidden = !(named && there && right);
    count += row.hidden ? 0 : 1;
  });
  document.getElementById("shown").textContent = count + " of " + rows.length + " claims";
};
["input", "change"].forEach(kind => form.addEventListener(kind, filter));
form.querySelector("button").addEventListener("click", event => {
  event.preventDefault();
  form.reset();
  filter();
});
form.addEventListener("submit", event => event.preventDefault());
[...table.tHead.rows[0].cells].forEach((head, column) => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = head.textContent;
  head.textContent = "";
  head.append(button);
  button.addEventListener("click", () => {
    const turn = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    [...table.tHead.rows[0].cells].forEach(h => h.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", turn === 1 ? "ascending" : "descending");
    const key = row => Number(row.dataset.keys.split(" ")[column]);
    const place = row => Number(row.dataset.keys.split(" ")[0]);
    [...rows].sort((a, b) => turn * (key(a) - key(b)) || place(a) - place(b))
      .forEach(row => body.append(row));
  });
});
const unfold = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) { return; }
  target.hidden = false;
  const more = target.querySelector("details");
  if (more) { more.open = true; }
  for (let e = target; e; e = e.parentElement) {
    if (e.tagName === "DETAILS") { e.open = true; }
  }
  target.scrollIntoView();
};
const reach = () => document.querySelectorAll(".f, .f-inline, .scroll").forEach(e => {
  if (e.scrollWidth > e.clientWidth) { e.tabIndex = 0; } else { e.removeAttribute("tabindex"); }
});
window.addEventListener("hashchange", unfold);
window.addEventListener("resize", reach);
document.addEventListener("toggle", reach, true);
filter();
unfold();
reach();
}
"""
