/**
 * What pages do beyond links and forms: lists filter as one types, and keys move between their rows. Pages work without it. It adds
 * its own elements, so that nobody without scripts sees a field that does nothing. Plain JavaScript for browsers, without requests.
 *
 * Single keys act only while no field has the focus and no other key is held, and can be turned off (WCAG 2.1.4). `j` and `k` move
 * the real focus, so that Enter opens the link of a row by itself and a screen reader reads it.
 */
export const PAGE_SCRIPT = String.raw`
const OFF = 'bellwether-keys-off', LEAST_ROWS = 6;
const make = (name, fields, ...parts) => {
  const made = Object.assign(document.createElement(name), fields);
  made.append(...parts);
  return made;
};
const folded = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const all = (selector) => [...document.querySelectorAll(selector)];
const lists = all('main .plainlist, main tbody').filter((list) => !list.parentElement.closest('.plainlist, tbody'));
const rows = () => lists.flatMap((list) => [...list.children]).filter((row) => !row.hidden && openerOf(row));
const openerOf = (row) => row.querySelector('a[href], summary, button');
const searchPage = document.querySelector('nav a[href$="/search"]');

const addFilter = (list) => {
  const items = [...list.children];
  const texts = items.map((row) => folded(row.textContent));
  const field = make('input', { type: 'search', autocomplete: 'off', maxLength: 200 });
  const found = make('span', { className: 'soft small' });
  found.setAttribute('role', 'status');
  const filter = () => {
    const words = folded(field.value).split(/\s+/).filter(Boolean);
    let count = 0;
    items.forEach((row, n) => {
      row.hidden = !words.every((word) => texts[n].includes(word));
      if (!row.hidden) count += 1;
    });
    found.replaceChildren();
    if (words.length === 0) return;
    found.append(count === 0 ? 'None on this page.' : count + ' of ' + items.length + ' shown.');
    if (count === 0 && searchPage) {
      const href = searchPage.href + '?words=' + encodeURIComponent(field.value.trim());
      found.append(' ', make('a', { href }, 'Search all pages'));
    }
  };
  field.addEventListener('input', filter);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') { field.value = ''; filter(); }
    if (event.key === 'Enter') openerOf(items.find((row) => !row.hidden && openerOf(row)) ?? field)?.focus();
  });
  const label = make('label', {}, make('span', {}, 'Filter the ' + items.length + ' rows of this page'), field);
  const place = list.closest('.wide, table') ?? list;
  (place.closest('.wide') ?? place).before(make('div', { className: 'filter' }, label, found));
};
lists.filter((list) => list.children.length >= LEAST_ROWS).forEach(addFilter);

const move = (step) => {
  const some = rows();
  const now = some.findIndex((row) => row.contains(document.activeElement));
  const next = some[now < 0 ? (step > 0 ? 0 : some.length - 1) : now + step];
  if (!next) return;
  openerOf(next).focus();
  next.scrollIntoView({ block: 'nearest' });
};
const seek = () => {
  const field = document.querySelector('main input[type=search]');
  if (field) { field.focus(); field.select(); } else if (searchPage) location.href = searchPage.href;
};

let isOff = false;
try { isOff = localStorage.getItem(OFF) === '1'; } catch { /* A browser may refuse to store anything: then they are on. */ }
const box = make('input', { type: 'checkbox', checked: !isOff });
box.addEventListener('change', () => {
  isOff = !box.checked;
  try { isOff ? localStorage.setItem(OFF, '1') : localStorage.removeItem(OFF); } catch { /* It holds for this page. */ }
});
const KEYS = [['/', 'go to the filter, or to search'], ['j', 'next row'], ['k', 'previous row'], ['Enter', 'open the row'],
  ['Esc', 'clear the filter, or close this help'], ['?', 'show this help']];
const close = make('button', { type: 'button', autofocus: true }, 'Close');
const help = make('dialog', {}, make('h2', { id: 'keys' }, 'Keyboard shortcuts'),
  make('dl', { className: 'facts' }, ...KEYS.flatMap(([key, does]) => [make('dt', {}, make('kbd', {}, key)), make('dd', {}, does)])),
  make('label', { className: 'check' }, box, ' Use single keys as shortcuts'), close);
help.setAttribute('aria-labelledby', 'keys');
close.addEventListener('click', () => help.close());
const show = make('button', { type: 'button', className: 'quiet' }, 'Keyboard shortcuts');
show.addEventListener('click', () => help.showModal());
(document.querySelector('footer') ?? document.querySelector('main')).append(make('p', {}, show));
document.body.append(help);

const ACTS = { '/': seek, j: () => move(1), k: () => move(-1), '?': () => help.showModal() };
document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
  if (isOff || help.open || ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return;
  if (target.closest?.('input, select, textarea, [contenteditable]') || !Object.hasOwn(ACTS, key)) return;
  event.preventDefault();
  ACTS[key]();
});
`;
