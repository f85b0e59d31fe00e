/** The style of the list of today, beside that of all pages: a row for each story, its severity at the edge. */
export const TRIAGE_STYLE = `
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
.triage .acts, .triage .acts form { display: flex; flex-wrap: wrap; gap: .3rem .4rem; align-items: center; margin: 0; } .triage .acts { margin-top: .4rem; align-items: start; }
.triage .acts button, .triage summary { border: 1px solid var(--line); background: none; color: var(--soft); font-weight: 400; font-size: .88rem; padding: .2rem .6rem; border-radius: 6px; list-style: none; }
.triage .acts [data-key=a] { color: var(--ink); font-weight: 600; } .triage .acts button:hover, .triage summary:hover { border-color: var(--accent); color: var(--accent); }
.triage details, .triage details[open] > summary { margin: 0; } .triage details[open] { flex-basis: 100%; } .triage details label { flex: 1 1 14rem; margin: 0; } .triage details input { width: 100%; }
@media (max-width: 40rem) {
  .figures { grid-template-columns: 1fr 1fr; } .toolbar label { flex: 1 1 8rem; } .toolbar select { width: 100%; }
  .triage .acts button, .triage summary { min-height: 2.75rem; width: auto; } .triage summary { padding-top: .6rem; }
}
`;
