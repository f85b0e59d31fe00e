/** The colours of a report, in light and in dark mode. */
export const PALETTE = {
  ink: ['#1b2733', '#e8edf2'],
  muted: ['#5a6875', '#a9b6c2'],
  rule: ['#dde3e9', '#313c47'],
  ground: ['#fffffe', '#12181e'],
  brand: ['#1f5fa9', '#7fb2ea'],
  past: ['#7f8e9c', '#8494a4'],
  hatch: ['#dce2e8', '#2a343e'],
  negative: ['#b8442f', '#ea8a76'],
  neutral: ['#87939f', '#66747f'],
  positive: ['#1f7f74', '#62c1b5'],
  voice1: ['#a8641a', '#e5ac63'],
  voice2: ['#6b5aa8', '#a99be0'],
  voice3: ['#2f7a47', '#7cc592'],
  voice4: ['#a8476f', '#de8bac'],
  voice5: ['#2f7588', '#84c3d6'],
  voice6: ['#75654a', '#c4b392'],
  voice7: ['#7a3f8f', '#d3a3e6'],
  voice8: ['#54782d', '#b4cd8b'],
} as const;

/** The style of a report; `brand`, as `#rrggbb`, replaces the default blue. */
export function reportStyle(brand: string | undefined): string {
  return `:root{color-scheme:light dark;${variables(0)}${brandColour(brand, 'min(l,.6)')}}
@media screen and (prefers-color-scheme:dark){:root{${variables(1)}${brandColour(brand, 'max(l,.6)')}}}
${RULES}`;
}

function variables(mode: 0 | 1): string {
  return Object.entries(PALETTE)
    .map(([name, colours]) => `--${name}:${colours[mode]};`)
    .join('');
}

/**
 * The colour of a brand with a lightness at which graphics can be seen: their contrast to white and to the dark ground
 * is above 3 (WCAG 2.2, 1.4.11) for every hue, up to a lightness of 0.6, and from there on.
 */
function brandColour(brand: string | undefined, lightness: string): string {
  return brand === undefined ? '' : `--brand:oklch(from ${brand} ${lightness} c h);`;
}

const RULES = `.defs{position:absolute}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:break-word}
main{max-width:54rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
header{border-bottom:3px solid var(--brand);padding-bottom:1.25rem}
.logo{display:block;max-height:3rem;max-width:14rem;margin-bottom:1rem}
.kicker{margin:0;color:var(--muted);font-size:.9rem}
h1{font-size:2rem;line-height:1.2;margin:.15rem 0 .3rem;letter-spacing:-.01em;text-wrap:balance}
.period{margin:0;font-size:1.1rem}.forms{margin:.35rem 0 0;font-size:.9rem;color:var(--muted)}.status{margin:.6rem 0 0;font-size:.94rem;color:var(--muted)}.status a{text-decoration:none}.status a:hover{text-decoration:underline}.status.warn{border-left:3px solid var(--negative);padding-left:.6rem;color:var(--ink)}
h2{font-size:1.3rem;line-height:1.3;margin:0 0 .5rem}
h3{font-size:1.02rem;margin:1.6rem 0 .3rem}
section{margin-top:2.75rem}
p{margin:.35rem 0 .8rem;max-width:44rem}
h1,h2,h3,p,li,dt,.value,caption{overflow-wrap:anywhere}
a{color:inherit;text-decoration-color:var(--past);text-underline-offset:.18em}
a:hover{text-decoration-color:currentColor}
a:focus-visible,summary:focus-visible,.scroll:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
.muted,.note{color:var(--muted)}.note{font-size:.92rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.2rem,1fr));gap:0;margin:1.5rem 0 0;border-bottom:1px solid var(--rule)}
.tiles div{padding:.75rem .5rem 1rem 0}
.tiles dt{color:var(--muted);font-size:.88rem}
.tiles dd{margin:0}.tiles .value{font-size:1.75rem;line-height:1.25;font-weight:600}
.tiles .value a{text-decoration:none}.tiles .value a:hover{text-decoration:underline}
.tiles .note{font-size:.84rem}
.changes{padding-left:1.1rem;margin:.4rem 0 0}.changes li{margin:.4rem 0;max-width:46rem}
.changes .more{color:var(--muted);margin-left:.25em}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;list-style:none;margin:.2rem 0 .4rem;padding:0;color:var(--muted);font-size:.88rem}
.legend svg{width:14px;height:10px}
.chart svg{display:block;width:100%;height:auto}.chart text{font-family:inherit;font-size:12px}.chart text[fill="var(--ground)"]{font-weight:600}
.narrow{display:none}
.behind{margin:.4rem 0 0;font-size:.94rem}.behind summary{cursor:pointer;color:var(--muted);width:fit-content}
.scroll{overflow-x:auto;margin:.5rem 0}
table{border-collapse:collapse;width:100%;font-size:.92rem}
caption{text-align:left;font-weight:600;padding:.4rem 0}
.behind caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
th,td{text-align:left;vertical-align:top;padding:.34rem .8rem .34rem 0;border-bottom:1px solid var(--rule)}
thead th{color:var(--muted);font-weight:500;white-space:nowrap}
tbody th{font-weight:400;overflow-wrap:anywhere}
th.n,td.n{text-align:right;white-space:nowrap}
th:last-child,td:last-child{padding-right:0}
.bar{display:block;width:100%;max-width:12rem;height:4px;margin-top:.2rem}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:.5rem 2rem;margin-top:1rem;align-items:start}
.stories{list-style:none;padding:0;margin:.6rem 0}
.stories li{display:grid;grid-template-columns:1fr 9rem;gap:.5rem 1.5rem;align-items:center;padding:.7rem 0;border-bottom:1px solid var(--rule)}
.stories p{margin:0}.stories .title{font-weight:600;line-height:1.35}.stories .muted{font-size:.88rem;margin-top:.2rem}
.title a{text-decoration:none}.title a:hover{text-decoration:underline}
.stories blockquote{margin:.3rem 0 .35rem;color:var(--ink);font-size:.95rem;max-width:40rem;overflow-wrap:anywhere}.stories cite{color:var(--muted);font-style:normal}.stories cite::before{content:"— "}
.stories .title{font-size:1.05rem}
.spark svg{width:100%;height:28px;display:block}
.names{columns:15rem;column-gap:2rem;list-style:none;margin:.4rem 0;padding:0;font-size:.9rem}.names li{break-inside:avoid;padding:.15rem 0;overflow-wrap:anywhere}
.groups{margin:.5rem 0;font-size:.9rem}.groups div{padding:.3rem 0;border-bottom:1px solid var(--rule)}
.groups dt{font-weight:600}.groups dd{margin:0;line-height:1.9}
:target{background:color-mix(in srgb,var(--brand) 16%,transparent)}section:target{background:none}
footer{margin-top:3rem;border-top:1px solid var(--rule);padding-top:1rem;color:var(--muted);font-size:.88rem}
@media screen and (max-width:34rem){.spare{display:none}.cards,.cards caption,.cards tbody,.cards tr{display:block}.cards thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.cards tr{padding:.5rem 0;border-bottom:1px solid var(--rule)}.cards th,.cards td{display:inline;border:0;padding:0}.cards td{color:var(--muted);font-size:.88rem;white-space:normal}.cards td::before{content:" · "}.cards td.n::before{content:" · " attr(data-label) " "}
main{padding:1.5rem 1rem 3rem}h1{font-size:1.6rem}.wide{display:none}.narrow{display:block}.tiles{grid-template-columns:1fr 1fr}.stories li{grid-template-columns:1fr}.spark{max-width:12rem}}
.print{display:none}.tiles .value{white-space:nowrap}
@media print{@page{size:A4;margin:14mm 14mm 15mm}@page{@bottom-right{content:counter(page) " / " counter(pages);font:8pt system-ui,sans-serif;color:#5a6875}}
html{font-size:12.2px}body{font-size:9.5pt;line-height:1.42}main{max-width:none;padding:0}.print{display:block}header{padding-bottom:.6rem}h1{font-size:19pt}h2{font-size:13pt;margin-bottom:.25rem}section{margin-top:1.15rem}p{margin:.2rem 0 .4rem;max-width:none;break-inside:avoid;orphans:3;widows:3}
.tiles{margin-top:.6rem;grid-template-columns:repeat(5,1fr)}.tiles div{padding:.3rem .5rem .45rem 0}.tiles .value{font-size:16pt}
h2,h3,caption,h2+p,h3+p,.legend,thead{break-after:avoid}.chart,.stories li,.columns>div,tr,.tiles,blockquote{break-inside:avoid}thead{display:table-header-group}.scroll{overflow:visible;margin:.2rem 0}
.chart svg{max-height:46mm}.wide{display:block}.narrow{display:none}.changes li{margin:.2rem 0;max-width:none}.stories li{padding:.4rem 0;grid-template-columns:1fr 30mm}.stories blockquote{margin:.15rem 0;max-width:none}
.columns{grid-template-columns:repeat(3,1fr);gap:.2rem 1.2rem;margin-top:.3rem}table{font-size:8.5pt}thead th{white-space:normal}th,td{padding:.16rem .45rem .16rem 0}.bar{height:2px;margin-top:.05rem}tbody th{max-width:0;width:100%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}tbody td:not(.n){white-space:nowrap;max-width:34mm;overflow:hidden;text-overflow:ellipsis}
.stories .title,.stories blockquote,.stories .muted{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}.stories blockquote{-webkit-line-clamp:3}
.columns tbody tr:nth-child(n+9),.long tbody tr:nth-child(n+13),.behind:not([open]),.changes .more,.screen{display:none}
a{text-decoration:none}footer{margin-top:1rem;padding-top:.5rem}}
`;
