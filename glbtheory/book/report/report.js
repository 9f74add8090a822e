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
      : query.split(/\s+/).every(word => row.words.includes(word));
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
// A chapter links to its own claims: report.html?chapter=tail.
const chapter = new URLSearchParams(location.search).get("chapter");
if ([...form.elements.chapter.options].some(o => o.value === chapter)) {
  form.elements.chapter.value = chapter;
  form.scrollIntoView();
}
filter();
unfold();
reach();
}
