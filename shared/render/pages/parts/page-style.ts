/**
 * The style of all pages, without fonts or pictures to load. Text has a contrast of at least 4.5:1 against its background,
 * in light and dark mode.
 */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
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
a { color: var(--accent); text-underline-offset: .15em; text-decoration-thickness: .06em; }
a:focus-visible, button:focus-visible, select:focus-visible, input:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.top { border-bottom: 1px solid var(--line); }
.top > div { max-width: 62rem; margin: 0 auto; padding: .9rem 1.25rem; display: flex; flex-wrap: wrap; gap: .3rem 1.5rem; align-items: baseline; }
.brand { font: 600 1.1rem/1.2 Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, serif; color: var(--ink); text-decoration: none; letter-spacing: .01em; }
nav { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; }
nav a { text-decoration: none; color: var(--soft); padding: .25rem 0; }
nav a:hover { color: var(--ink); text-decoration: underline; }
nav a[aria-current] { color: var(--ink); font-weight: 600; border-bottom: 2px solid var(--accent); }
main, footer > p { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
main.narrow { max-width: 45rem; }
main { padding-top: 2rem; padding-bottom: 3rem; }
h1, h2, h3 { font-family: Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, serif; line-height: 1.22; text-wrap: balance; }
h1 { font-size: clamp(1.5rem, 1.1rem + 2vw, 2.1rem); margin: .2rem 0 .6rem; letter-spacing: -.01em; }
h2 { font-size: 1.2rem; margin: 2.4rem 0 .7rem; padding-top: 1.3rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 0 0 .3rem; }
p { margin: 0 0 .8rem; }
.kicker { color: var(--soft); font-size: .9rem; margin: 0 0 .3rem; display: flex; flex-wrap: wrap; gap: .2rem .8rem; align-items: center; }
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
ol.steps { list-style: none; margin: 0; padding: 0; }
ol.steps li { display: grid; grid-template-columns: minmax(7rem, 11rem) 1fr; gap: 0 1.2rem; padding: .45rem 0; border-bottom: 1px solid var(--line); }
ol.steps li:last-child { border-bottom: 0; }
ol.steps.tight { margin: .4rem 0; font-size: .9rem; } ol.steps.tight li { padding: .15rem 0; border: 0; }
ol.steps > li > time, ol.steps .when { color: var(--soft); font-variant-numeric: tabular-nums; }
ul.plainlist, ol.plainlist { list-style: none; padding: 0; margin: 0; }
ul.plainlist > li, ol.plainlist > li { padding: .55rem 0; border-bottom: 1px solid var(--line); }
ul.plainlist > li:last-child, ol.plainlist > li:last-child { border-bottom: 0; }
ul.tight { list-style: none; padding: 0; margin: 0; }
ul.tight > li { padding: .1rem 0; }
table { width: 100%; border-collapse: collapse; margin: 0 0 1rem; }
th { text-align: left; font-weight: 600; color: var(--soft); font-size: .9rem; }
th, td { padding: .5rem .9rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
pre { margin: 0; padding: 1rem; background: var(--code); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; font: .9rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
time, footer code { white-space: nowrap; }
code { font: .92em ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; background: var(--code); padding: .05em .3em; border-radius: 3px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.2rem; margin: 0 0 1rem; }
.card h2 { font-size: 1rem; margin: 0 0 .3rem; padding: 0; border: 0; }
.notice { border-left: 4px solid var(--accent); }
details { margin: .4rem 0 1rem; } summary { cursor: pointer; color: var(--accent); padding: .2rem 0; } details[open] > summary { margin-bottom: .5rem; } li > details { margin: .1rem 0; }
.acts { display: flex; flex-wrap: wrap; gap: .3rem 1rem; align-items: center; margin: .5rem 0 .2rem; } .acts form { margin: 0; } .acts button { padding: .35rem .8rem; font-size: .94rem; width: auto; }
form { display: inline-block; margin: 0 .7rem .7rem 0; }
button { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--soft); border-radius: 6px; padding: .5rem .9rem; cursor: pointer; text-align: left; font-weight: 600; }
label { display: block; margin: 0 0 .5rem; } select, input[type=text] { display: block; box-sizing: border-box; width: 34rem; max-width: 100%; margin-top: .3rem; padding: .45rem .6rem; font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--soft); border-radius: 6px; }
button:hover { border-color: var(--accent); color: var(--accent); }
.search { display: block; margin: 0 0 1rem; }
.search label { margin: 0; display: flex; flex-direction: column; gap: .1rem; min-width: 0; }
.search label span { color: var(--soft); font-size: .85rem; }
.search .first { display: grid; grid-template-columns: 1fr auto auto; gap: .6rem; align-items: end; margin: 0; }
.search .fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: .6rem; }
.search details { margin: .3rem 0 0; }
.search input, .search select { margin: 0; font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--soft); border-radius: 6px; padding: .45rem .6rem; width: 100%; min-width: 0; min-height: 2.75rem; }
input:focus-visible, select:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
::placeholder { color: var(--soft); opacity: 1; }
ul.chips { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem; padding: 0; margin: 0 0 .8rem; }
ul.chips a { display: inline-block; border: 1px solid var(--line); border-radius: 1rem; padding: .2rem .7rem; color: var(--ink); text-decoration: none; background: var(--card); }
ul.chips a:hover { border-color: var(--accent); }
.spark { font: 1.1rem/1 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--accent); letter-spacing: .05em; white-space: nowrap; }
.spark.long { font-size: .6rem; letter-spacing: 0; }
.figure { font-size: 1.6rem; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; } td.whole { white-space: nowrap; } .wide:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
th a { color: inherit; } .days [aria-current] { color: var(--ink); font-weight: 600; }
.hits > li { overflow-wrap: anywhere; } .within { margin: .2rem 0 .1rem; padding-left: .9rem; border-left: 2px solid var(--line); }
.days { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; margin: 0 0 1.4rem; }
footer { border-top: 1px solid var(--line); color: var(--soft); font-size: .9rem; padding: 1rem 0 2rem; }
[hidden] { display: none !important; }
.filter { margin: 0 0 .6rem; display: flex; flex-wrap: wrap; gap: .2rem 1rem; align-items: end; } .filter label { margin: 0; } .filter label span { color: var(--soft); font-size: .85rem; }
.filter input { display: block; width: 18rem; max-width: 100%; min-height: 2.75rem; padding: .45rem .6rem; font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--soft); border-radius: 6px; }
dialog { background: var(--card); color: var(--ink); border: 1px solid var(--soft); border-radius: 8px; padding: 1.2rem 1.4rem; width: 28rem; max-width: calc(100vw - 2rem); } dialog::backdrop { background: rgb(0 0 0 / .5); }
dialog h2 { margin: 0 0 .8rem; padding: 0; border: 0; } kbd { font: .92em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--code); border: 1px solid var(--line); border-radius: 4px; padding: .1em .45em; }
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
  nav { gap: .2rem .75rem; font-size: .94rem; }
  button { width: 100%; text-align: center; } form { display: block; margin-right: 0; }
  .acts button { width: auto; min-height: 2.75rem; }
  .kicker { display: block; } .kicker > * { margin-right: .5rem; }
  .search .first { grid-template-columns: 1fr; }
}
@media print { .top nav, form, .filter, button { display: none; } body { background: #fff; color: #000; } }
`;
