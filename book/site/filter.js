// The filters over the rulings: by game, verdict and tag. Without them the page is whole.

const cards = [...document.querySelectorAll(".card-of-ruling")];
const asked = new URLSearchParams(location.search);
const filters = {
  game: { label: "Game", of: (card) => [card.dataset.game] },
  verdict: { label: "Verdict", of: (card) => [card.dataset.verdict] },
  tag: { label: "Tag", of: (card) => card.dataset.tags.split("|") },
};

function choices(name, { label, of }) {
  const select = document.createElement("select");
  select.name = name;
  select.append(new Option("any", ""));
  for (const value of [...new Set(cards.flatMap(of))].sort()) select.append(new Option(value));
  select.value = asked.get(name) ?? "";
  if (select.selectedIndex < 0) select.value = "";
  const labelled = document.createElement("label");
  labelled.append(label, select);
  return labelled;
}

function filter(form, told) {
  const chosen = [...new FormData(form)].filter(([, value]) => value);
  const fits = (card) => chosen.every(([name, value]) => filters[name].of(card).includes(value));
  let shown = 0;
  for (const card of cards) {
    card.hidden = !fits(card);
    shown += !card.hidden;
  }
  for (const thumbs of document.querySelectorAll(".thumbs[data-case]")) {
    const none = [...thumbs.children].every((card) => card.hidden);
    thumbs.hidden = none;
    thumbs.previousElementSibling.hidden = none;
  }
  for (const part of document.querySelectorAll(".bd-article section section")) {
    const rows = [...part.querySelectorAll(".thumbs[data-case]")];
    part.hidden = rows.length > 0 && rows.every((row) => row.hidden);
  }
  told.textContent = `${shown} of ${cards.length} rulings`;
  history.replaceState(null, "", `${location.pathname}?${new URLSearchParams(chosen)}${location.hash}`);
}

if (cards.length) {
  const form = document.createElement("form");
  form.className = "filters";
  for (const [name, which] of Object.entries(filters)) form.append(choices(name, which));
  const told = document.createElement("output");
  form.append(told);
  form.addEventListener("change", () => filter(form, told));
  form.addEventListener("submit", (event) => event.preventDefault());
  document.querySelector(".bd-article h1").parentElement.querySelector("p").after(form);
  filter(form, told);
}
