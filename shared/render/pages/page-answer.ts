import { sha256 } from '../../domain/lib/hash.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import { html, type Html, trustedMarkup } from '../text/html.ts';

interface PageParts {
  /** The title of the window. No text from the news: browsers keep it in their history. */
  title: string;
  body: Html;
  /** The address of a feed of it. */
  feed?: string | undefined;
  /** Whether its lists filter as one types, and keys move between their rows. */
  hasLists?: boolean;
  /** Whether its list has buttons. */
  hasTriage?: boolean;
  status?: number;
}

/** A bell. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill='%23b4532a' d='M8 1a4 4 0 0 0-4 4v3.5L2.5 11v1h11v-1L12 8.500V5a4 4 0 0 0-4-4Zm-1.700 12a1.700 1.700 0 0 0 3.400 0Z'/%3E%3C/svg%3E";

const hashOf = (text: string) => `'sha256-${btoa(String.fromCharCode(...sha256(text)))}'`;

/**
 * What pages do beyond links and forms: lists filter as one types, and keys move between their rows. Pages work
 * without it. It adds its own elements, so that nobody without scripts sees a field that does nothing. Plain
 * JavaScript for browsers, without requests.
 *
 * Single keys act only while no field has the focus and no other key is held, and can be turned off (WCAG 2.1.4). `j`
 * and `k` move the real focus, so that Enter opens the link of a row by itself and a screen reader reads it.
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
    found.append(count === 0 ? 'None here.' : count + ' of ' + items.length + ' shown.');
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
  const label = make('label', {}, make('span', {}, 'Filter these ' + items.length + ' rows'), field);
  const place = list.closest('.wide, table') ?? list;
  (place.closest('.wide') ?? place).before(make('div', { className: 'filter' }, label, found));
};
lists.filter((list) => list.children.length >= LEAST_ROWS && !list.matches('.triage')).forEach(addFilter);

const move = (step) => {
  const some = rows();
  const now = some.findIndex((row) => row.contains(document.activeElement));
  const next = some[now < 0 ? (step > 0 ? 0 : some.length - 1) : now + step];
  if (!next) return;
  openerOf(next).focus();
  next.scrollIntoView({ block: 'nearest' });
};
const press = (key) => {
  const button = '[data-key=' + key + ']', row = rows().find((one) => one.contains(document.activeElement));
  const acting = row?.querySelector(button) ?? document.querySelector('.notice ' + button);
  acting?.click();
  acting?.parentElement.querySelector('[name=text]')?.focus();
};
const seek = () => {
  const field = document.querySelector('main input[type=search]');
  if (field) { field.focus(); field.select(); } else if (searchPage) location.href = searchPage.href;
};

let isOff = false;
try { isOff = localStorage.getItem(OFF) === '1'; } catch { /* The browser stores nothing: they are on. */ }
const box = make('input', { type: 'checkbox', checked: !isOff });
box.addEventListener('change', () => {
  isOff = !box.checked;
  try { isOff ? localStorage.setItem(OFF, '1') : localStorage.removeItem(OFF); } catch { /* It holds for this page. */ }
});
const KEYS = [['/', 'filter or search'], ['j', 'next row'], ['k', 'previous row'], ['Enter', 'open the row'],
  ['Esc', 'clear the filter, close this help'], ['?', 'show this help']];
const buttons = new Map(all('[data-key]').map((one) => [one.dataset.key, one.textContent]));
KEYS.push(...buttons);
const close = make('button', { type: 'button', autofocus: true }, 'Close');
const help = make('dialog', {}, make('h2', { id: 'keys' }, 'Keyboard shortcuts'),
  make('dl', { className: 'facts' }, ...KEYS.flatMap(([key, does]) => [make('dt', {}, make('kbd', {}, key)), make('dd', {}, does)])),
  make('label', { className: 'check' }, box, ' Use single keys as shortcuts'), close);
help.setAttribute('aria-labelledby', 'keys');
close.addEventListener('click', () => help.close());
const show = make('button', { type: 'button', className: 'quiet' }, 'Keyboard shortcuts');
show.addEventListener('click', () => help.showModal());
all('main, footer > div').at(-1).append(make('p', {}, show));
document.body.append(help);

const ACTS = { '/': seek, j: () => move(1), k: () => move(-1), '?': () => help.showModal() };
for (const key of buttons.keys()) ACTS[key] = () => press(key);
document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
  if (isOff || help.open || ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return;
  if (target.closest?.('input, select, textarea, [contenteditable]') || !Object.hasOwn(ACTS, key)) return;
  event.preventDefault();
  ACTS[key]();
});
`;

/**
 * The style of all pages, without fonts or pictures to load. Text has a contrast of at least 4.5:1 against its
 * background, in light and dark mode.
 */
const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --serif: Charter, "Sitka Text", Cambria, Georgia, serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  --paper: #fbfaf7; --card: #ffffff; --ink: #1f1c19; --soft: #655e57; --line: #e3ddd4; --accent: #9a3d1a;
  --mark: #fdeec3; --good: #1d6b3a; --warn: #8a5300; --bad: #a62019; --code: #f3efe8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #161412; --card: #1f1c19; --ink: #ece7df; --soft: #aaa298; --line: #38332d; --accent: #f2a27e;
    --mark: #5a4514; --good: #7fce9b; --warn: #e8b765; --bad: #ff9d92; --code: #2a2622;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: anywhere;
}
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.top > div, nav, .kicker, .days, .acts, .chips, .filter { display: flex; flex-wrap: wrap; gap: .3rem .8rem; align-items: center; }
.top { border-bottom: 1px solid var(--line); }
.top > div { max-width: 62rem; margin: 0 auto; padding: .9rem 1.25rem; align-items: baseline; }
.brand { font: 600 1.1rem/1.2 var(--serif); color: var(--ink); text-decoration: none; }
nav a { text-decoration: none; color: var(--soft); padding: .25rem 0; }
nav a:hover { color: var(--ink); text-decoration: underline; }
nav a[aria-current] { color: var(--ink); font-weight: 600; border-bottom: 2px solid var(--accent); }
main, footer > * { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
main.narrow > * { max-width: 42.5rem; }
main { padding-top: 2rem; padding-bottom: 3rem; }
h1, h2, h3 { font-family: var(--serif); line-height: 1.22; text-wrap: balance; }
h1 { font-size: clamp(1.5rem, 1.1rem + 2vw, 2.1rem); margin: .2rem 0 .6rem; }
h2 { font-size: 1.2rem; margin: 2.4rem 0 .7rem; padding-top: 1.3rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 0 0 .3rem; }
p { margin: 0 0 .8rem; }
.kicker { color: var(--soft); font-size: .9rem; margin: 0 0 .3rem; }
.soft { color: var(--soft); }
.small { font-size: .9rem; }
.lead { font-size: 1.08rem; }
blockquote { margin: 1rem 0; padding: .1rem 0 .1rem 1rem; border-left: 3px solid var(--line); }
mark { background: var(--mark); color: inherit; padding: 0 .1em; border-radius: 2px; }
.badge { display: inline-block; font-size: .8rem; font-weight: 600; line-height: 1.3; padding: .1rem .5rem; border: 1px solid currentColor; border-radius: 1rem; white-space: nowrap; }
.good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); } .plain { color: var(--soft); }
dl.facts { display: grid; grid-template-columns: minmax(7rem, 11rem) 1fr; gap: .35rem 1.2rem; margin: 0 0 1rem; }
dl.facts dt { color: var(--soft); }
dl.facts dd { margin: 0; min-width: 0; }
ol.steps, ul.tight, .plainlist, .chips { list-style: none; margin: 0; padding: 0; }
ol.steps li { display: grid; grid-template-columns: minmax(7rem, 11rem) 1fr; gap: 0 1.2rem; padding: .45rem 0; border-bottom: 1px solid var(--line); }
ol.steps.tight { margin: .4rem 0; font-size: .9rem; } ol.steps.tight li { padding: .15rem 0; border: 0; }
ol.steps > li > time, ol.steps .when { color: var(--soft); font-variant-numeric: tabular-nums; }
.plainlist > li { padding: .55rem 0; border-bottom: 1px solid var(--line); }
.plainlist > li:last-child, ol.steps li:last-child { border-bottom: 0; }
ul.tight > li { padding: .1rem 0; }
table { width: 100%; border-collapse: collapse; margin: 0 0 1rem; }
th { text-align: left; font-weight: 600; color: var(--soft); font-size: .9rem; }
th, td { padding: .5rem .9rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
pre { margin: 0; padding: 1rem; background: var(--code); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; font: .9rem/1.5 var(--mono); }
time, footer code { white-space: nowrap; }
code { font: .92em var(--mono); background: var(--code); padding: .05em .3em; border-radius: 3px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.2rem; margin: 0 0 1rem; }
.card h2 { font-size: 1rem; margin: 0 0 .3rem; padding: 0; border: 0; }
.notice { border-left: 4px solid var(--accent); } .notice form { margin-bottom: 0; } .notice > p:last-child, footer p { margin: 0; }
details { margin: .4rem 0 1rem; } summary { cursor: pointer; color: var(--accent); padding: .2rem 0; } details[open] > summary { margin-bottom: .5rem; } li > details { margin: .1rem 0; }
.acts { margin: .5rem 0 .2rem; } .acts form { margin: 0; } .acts button { padding: .35rem .8rem; font-size: .94rem; width: auto; }
form { display: inline-block; margin: 0 .7rem .7rem 0; }
button, select, input { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--soft); border-radius: 6px; padding: .45rem .6rem; max-width: 100%; }
button { padding: .5rem .9rem; cursor: pointer; font-weight: 600; }
button:hover { border-color: var(--accent); color: var(--accent); }
label { display: block; margin: 0 0 .5rem; } label > span { display: block; color: var(--soft); font-size: .85rem; }
select { display: block; width: 34rem; margin-top: .3rem; }
.search { display: block; margin: 0 0 1rem; } .search label { margin: 0; min-width: 0; }
.search .first, .search .fields { display: grid; grid-template-columns: 1fr auto auto; gap: .6rem; align-items: end; margin: 0; }
.search .fields { grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); }
.search input, .search select, .filter input { margin: 0; width: 100%; min-width: 0; min-height: 2.75rem; }
::placeholder { color: var(--soft); opacity: 1; }
.chips { margin: 0 0 .8rem; }
.chips a { display: inline-block; border: 1px solid var(--line); border-radius: 1rem; padding: .2rem .7rem; color: var(--ink); text-decoration: none; background: var(--card); }
.chips a:hover { border-color: var(--accent); }
.spark { font: 1.1rem/1 var(--mono); color: var(--accent); letter-spacing: .05em; white-space: nowrap; }
.spark.long { font-size: .6rem; letter-spacing: 0; }
.wide { overflow-x: auto; } td.whole { white-space: nowrap; }
th a { color: inherit; } .days [aria-current] { color: var(--ink); font-weight: 600; }
ul.within { margin: .2rem 0 .1rem; padding-left: .9rem; border-left: 2px solid var(--line); }
.days { margin: 0 0 1.4rem; }
footer { border-top: 1px solid var(--line); color: var(--soft); font-size: .9rem; padding: 1rem 0 2rem; }
[hidden] { display: none !important; }
.filter { margin: 0 0 .6rem; align-items: end; } .filter label { margin: 0; width: 18rem; max-width: 100%; }
dialog { background: var(--card); color: var(--ink); border: 1px solid var(--soft); border-radius: 8px; padding: 1.2rem 1.4rem; width: 28rem; max-width: calc(100vw - 2rem); } dialog::backdrop { background: rgb(0 0 0 / .5); }
dialog h2 { margin: 0 0 .8rem; padding: 0; border: 0; } kbd { font: .92em var(--mono); background: var(--code); border: 1px solid var(--line); border-radius: 4px; padding: .1em .45em; }
.check input { margin-right: .4rem; } button.quiet { border: 0; background: none; padding: .2rem 0; color: inherit; text-decoration: underline; width: auto; font-weight: inherit; }
h3.gap { margin-top: 1.2rem; }
.note { max-width: 38rem; padding-top: 12vh; }
@media (min-width: 40rem) { .wide th, .wide td { overflow-wrap: break-word; min-width: 4.5rem; } }
@media (max-width: 40rem) {
  dl.facts, ol.steps li { grid-template-columns: 1fr; gap: 0; }
  dl.facts dd { margin-bottom: .6rem; }
  table, tbody, tr, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { border-bottom: 1px solid var(--line); padding: .6rem 0; }
  td { border: 0; padding: .1rem 0; }
  td.number { text-align: left; }
  td[data-label] { display: inline; }
  td[data-label]::before { content: attr(data-label) " "; color: var(--soft); }
  td[data-label] + td[data-label]::before { content: " · " attr(data-label) " "; }
  .wide td[data-label] { display: block; }
  .wide td + td[data-label][data-label]::before { content: attr(data-label) " "; }
  button { width: 100%; } form { display: block; margin-right: 0; }
  .acts button { width: auto; min-height: 2.75rem; }
  .kicker { display: block; } .kicker > * { margin-right: .5rem; }
  .search .first { grid-template-columns: 1fr; }
}
@media print { .top nav, form, .filter, button { display: none; } body { background: #fff; color: #000; } }
`;

/** The style of the list of today, beside that of all pages: a row for each story, its severity at the edge. */
const TRIAGE_STYLE = `
.figures { list-style: none; display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: .6rem 1.2rem; margin: 0 0 1.4rem; padding: 0; }
.figure { font-size: 1.25rem; font-variant-numeric: tabular-nums; }
.toolbar { display: flex; flex-wrap: wrap; gap: .5rem .8rem; align-items: end; margin: 0 0 1rem; }
.toolbar label { margin: 0; } .toolbar select { width: auto; min-width: 7.5rem; margin: 0; padding: .35rem .5rem; } .toolbar button { padding: .4rem .9rem; }
.triage > li, .triage > li:last-child { padding: .7rem 1rem .5rem; margin-bottom: .6rem; border: 0; border-left: 4px solid var(--line); background: var(--card); border-radius: 0 6px 6px 0; }
.triage > li.critical { border-left-color: var(--bad); } .triage > li.warning { border-left-color: var(--warn); }
.triage > li:focus-within { box-shadow: 0 0 0 2px var(--accent); }
.triage p { margin: 0 0 .15rem; }
.triage .title { scroll-margin-top: 4rem; font-weight: 600; color: var(--ink); text-decoration: none; } .triage .title:hover { text-decoration: underline; }
.triage .critical .title { font-size: 1.12rem; } .triage .handled .title { font-weight: 400; color: var(--soft); }
.triage .acts, .triage details form { display: flex; flex-wrap: wrap; gap: .3rem .4rem; align-items: center; margin: 0; } .triage .acts { margin-top: .4rem; align-items: start; } .triage .acts > form { display: contents; }
.triage .acts button, .triage summary { border: 1px solid var(--line); background: none; color: var(--soft); font-weight: 400; font-size: .88rem; padding: .2rem .6rem; border-radius: 6px; list-style: none; }
.triage .acts [data-key=a] { color: var(--ink); font-weight: 600; } .triage .acts button:hover, .triage summary:hover { border-color: var(--accent); color: var(--accent); }
.triage details, .triage details[open] > summary { margin: 0; } .triage details[open] { flex-basis: 100%; } .triage details label { flex: 1 1 14rem; margin: 0; } .triage details input { width: 100%; }
@media (max-width: 40rem) {
  .figures { grid-template-columns: 1fr 1fr; } .toolbar button, .notice button { width: auto; } .toolbar label { flex: 1 1 8rem; } .toolbar select { width: 100%; }
  .triage .acts button, .triage summary { min-height: 2.75rem; width: auto; } .triage summary { padding-top: .6rem; }
}
`;

/**
 * One script, a style and that of lists with buttons, each by its hash, and nothing foreign; forms go to the same host; no other site may frame
 * the page.
 */
const POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(PAGE_SCRIPT)}`,
  `style-src ${hashOf(PAGE_STYLE)} ${hashOf(TRIAGE_STYLE)}`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * A link is the key to its page: other sites must not see it, and caches and search engines must not keep the page.
 */
export const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  // Not `no-referrer`: a form would then send no origin to check.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'strict-transport-security': 'max-age=31536000',
};

/** A document for programs as an answer. */
export function jsonAnswer(document: object): HttpAnswer {
  const headers = { ...HEADERS, 'content-type': 'application/json; charset=utf-8' };
  return { status: 200, headers, body: JSON.stringify(document) };
}

/** Rows for a spreadsheet as an answer. Browsers save it, and run nothing in it. */
export function csvAnswer(body: string): HttpAnswer {
  const headers = {
    ...HEADERS,
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="records.csv"',
    'content-security-policy': "default-src 'none'; sandbox",
  };
  return { status: 200, headers, body };
}

/** A whole page as an answer. */
export function pageAnswer({
  title,
  body,
  feed,
  hasLists = false,
  hasTriage = false,
  status = 200,
}: PageParts): HttpAnswer {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Bellwether</title>
<link rel="icon" href="${ICON}">${
    feed !== undefined &&
    html`
<link rel="alternate" type="application/atom+xml" href="${feed}">`
  }
<style>${trustedMarkup(PAGE_STYLE)}</style>${
    hasTriage &&
    html`
<style>${trustedMarkup(TRIAGE_STYLE)}</style>`
  }${
    hasLists &&
    html`
<script type="module">${trustedMarkup(PAGE_SCRIPT)}</script>`
  }
</head>
<body>
${body}
</body>
</html>
`;
  return { status, headers: HEADERS, body: page.toString() };
}
