document.querySelectorAll("#ID").forEach(root => {
  if (root.dataset.ready) { return; }
  root.dataset.ready = "yes";
  const frames = [...root.querySelectorAll("g[data-label]")];
  const last = frames.length - 1;
  const range = root.querySelector("input");
  const label = root.querySelector("[data-part=label]");
  const player = root.querySelector("[data-part=play]");
  let timer = 0;
  const show = wanted => {
    const k = Math.max(0, Math.min(last, wanted));
    frames.forEach((f, i) => { f.style.display = i === k ? "inline" : "none"; });
    range.value = k;
    label.textContent = frames[k].dataset.label;
    range.setAttribute("aria-valuetext", frames[k].dataset.label);
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    player.textContent = "play";
  };
  range.addEventListener("input", () => { stop(); show(Number(range.value)); });
  root.querySelectorAll("[data-step]").forEach(button => {
    button.addEventListener("click", () => {
      stop();
      show(Number(range.value) + Number(button.dataset.step));
    });
  });
  player.addEventListener("click", () => {
    if (timer) { stop(); return; }
    player.textContent = "pause";
    if (Number(range.value) === last) { show(0); }
    timer = setInterval(() => {
      show(Number(range.value) + 1);
      if (Number(range.value) === last) { stop(); }
    }, PAUSE);
  });
  root.addEventListener("keydown", event => event.stopPropagation());
  root.querySelector("[data-part=controls]").style.display = "flex";
  show(Number(range.value));
});
