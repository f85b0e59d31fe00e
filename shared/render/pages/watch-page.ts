import { laneText } from '../../domain/channels/channel.ts';
import { isBaseline, type SilentReason, type StoredFinding } from '../../domain/findings/finding.ts';
import type { QuarantinedItem } from '../../domain/findings/quarantine.ts';
import type { Judgement } from '../../domain/findings/newness.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { MutesView, PageContext, StatusView, WatchView } from '../../domain/pages/inbox.ts';
import { mayAct } from '../../domain/pages/viewer.ts';
import { type Condition, isFaulty, type WatchStatus } from '../../domain/pages/watch-status.ts';
import type { WindowRecord } from '../../domain/runs/run-state.ts';
import { agreementText, formatCount, formatNumber } from '../text/format-values.ts';
import { html, type Html } from '../text/html.ts';
import { matchersText, whatIsMuted, whoMuted } from '../message/mute-text.ts';
import { receiptIdOf } from '../../domain/pages/signed-link.ts';
import { oneLine } from '../text/plain-text.ts';
import { actionButton, readersSection } from './actions-page.ts';
import { jsonAnswer } from './page-answer.ts';
import {
  badge,
  type BadgeColour,
  distanceText,
  factList,
  incidentList,
  newsText,
  queryList,
  SERVICE_LABELS,
  storedText,
  timeIn,
  linkTo,
  small,
} from './page-elements.ts';
import { pageLayout } from './page-layout.ts';
import { articleRow } from './rows.ts';

/** One watch: its state and settings, its findings of today and yesterday, and its recorded windows. */
export function watchPage(view: WatchView, desk: PageContext): HttpAnswer {
  const { watch, status, windows, findings } = view;
  const { timezone, now } = desk;
  const time = (at: number | undefined) =>
    at !== undefined && html`${distanceText(at, now)}, ${timeIn(at, timezone)}`;
  const { condition, detail, month } = status;
  const { when, channel } = watch.alert;
  const main = html`<p class="kicker">${conditionBadge(condition)} <span>${watch.kind}</span></p>
<h1>${watch.id}</h1>
${mayAct(desk.viewer) && html`<p><a href="${desk.root}/watches/${watch.id}/edit">Edit this watch</a></p>`}
${detail !== undefined && html`<p class="lead">${newsText(detail, 1_000)}</p>`}
${factList([
  ['Covered until', time(status.coveredUntil)],
  ['Last run', time(status.lastRunAt)],
  ['Next run', time(status.nextRunAt)],
  ['Schedule', `${watch.schedule} (${watch.timezone})`],
  ['Alerts', `policy ${when.replaceAll('_', ' ')}, severity ${watch.severity}, channel ${channel}`],
  [
    'This month',
    `${formatCount(month.runs, 'run')}, ${formatCount(month.calls, 'call')}, ${formatNumber(month.found)} found`,
  ],
  ['Query', queryList(watch.query)],
  ['Version', watch.version],
])}
${judgeSection(view, desk)}<h2>Found today and yesterday</h2>
${findings.some(isBaseline) && html`<p class="soft small">The baseline is what the first run found. You receive no alerts on it.</p>`}
${
  findings.length === 0
    ? html`<p class="soft">No findings.</p>`
    : html`<ul class="plainlist">${findings.map((found) => findingRow(found, desk))}</ul>
<p>${linkTo(`${desk.root}/search?in=findings&watch=${watch.id}`, 'All findings of this watch →')}</p>`
}
${quarantineSection(view, desk)}${readersSection(watch.id, view.readers, timezone)}<h2>Windows with findings or gaps</h2>
${windows.length === 0 ? html`<p class="soft">None yet. A window without findings has no record of its own.</p>` : windowTable(windows, desk)}`;
  const feed = `${desk.root}/watches/${watch.id}/atom`;
  return pageLayout({ title: `Watch ${watch.id}`, main, desk, list: '/watches', feed });
}

/** What the model of the watch did this month, whether readers agree, and its latest words, each with a button. */
function judgeSection({ watch: { judge }, judged }: WatchView, { timezone }: PageContext): Html | undefined {
  if (!judge || !judged) return undefined;
  const { calls = 0, tokens = 0, judged: words = 0, lowered = 0, raised = 0 } = judged.month ?? {};
  const did = [
    `Model ${judge.model}${judge.shadow ? ' in shadow' : ''}: ${formatCount(calls, 'call')}`,
    `${formatNumber(tokens)} of ${formatNumber(judge.tokensPerMonth)} tokens`,
    `${formatCount(words, 'finding')} judged`,
    `${formatNumber(lowered)} probably not about you`,
    `${formatNumber(raised)} raised`,
  ].join(', ');
  const rows = judged.words.map(({ finding, judged: word, mark, form }) => {
    const said = mark !== undefined && `Readers say: ${mark ? 'relevant' : 'not relevant'}. `;
    const button = mark !== !word.relevant && actionButton(form, 'Wrong');
    return html`<li>${articleRow(finding, [timeIn(finding.indexedAt, timezone), wordOf(word)])} ${said}${button}</li>`;
  });
  return html`<h2 id="judge">What the judge did this month</h2>
<p>${did}. ${agreementText(judged.agreement)}</p>
<ul class="plainlist">${rows}</ul>`;
}

function wordOf({ relevant, reason }: Judgement): Html {
  return html`${relevant ? 'relevant' : 'probably not about you'}: ${newsText(reason, 200)}`;
}

/** The query of a watch and its quarantined items, for programs. */
export function watchDocument({ watch: { id, kind, query }, quarantine }: WatchView): HttpAnswer {
  return jsonAnswer({ v: 1, watch: id, kind, query, quarantine });
}

/** The items that could not be used, if there are any. */
function quarantineSection({ quarantine, status }: WatchView, desk: PageContext): Html | false {
  if (quarantine.length === 0) return false;
  const { quarantined } = status;
  const more =
    quarantined > quarantine.length && `, the latest ${formatNumber(quarantine.length)} of them here`;
  return html`<h2 id="quarantine">Quarantine</h2>
<p class="soft small">${formatCount(quarantined, 'item')} that the service sent could not be read, stored or judged${more}. All other items are stored and alerted on as usual.</p>
<ul class="plainlist">${quarantine.map((item) => quarantineRow(item, desk))}</ul>
`;
}

/** So many characters of an item are shown. */
const LONGEST_RAW = 300;

function quarantineRow(
  { watchId, reason, raw, cutFrom, times, firstAt, lastAt }: QuarantinedItem,
  { timezone, root }: PageContext,
): Html {
  const again = times > 1 && html`, ${formatCount(times, 'time')} until ${timeIn(lastAt, timezone)}`;
  const size = cutFrom === undefined ? '' : ` (the beginning; the whole has ${formatNumber(cutFrom)} bytes)`;
  return html`<li>${newsText(reason, 160)}<br><span class="soft small">${timeIn(firstAt, timezone)}${again}</span>
<details><summary>JSON${size}</summary>${storedText(oneLine(raw), { most: LONGEST_RAW, whole: linkTo(`${root}/watches/${watchId}/json`, 'All of it as JSON') })}</details></li>`;
}

/** Why a finding triggered no alert. */
const SILENT_REASON_NAMES: Readonly<Record<SilentReason, string>> = {
  baseline: 'baseline',
  'same-story': 'same story',
  unconfirmed: 'unconfirmed',
  quiet: 'opinion or list',
  excluded: 'excluded',
  'below-severity': 'below severity of channel',
  'other-company': 'other company',
  counted: 'counted',
  'seen-before': 'seen before',
  'within-limits': 'within limits',
  'awaits-change': 'no change yet',
  quarantined: 'quarantined',
};

function findingRow({ finding, foundAt, verdict, judged }: StoredFinding, { timezone }: PageContext): Html {
  const { outlet, type } = finding;
  const facts = [timeIn(foundAt, timezone), newsText(outlet?.name ?? outlet?.domain ?? type, 100)];
  const word = judged && html` <span class="soft small">${wordOf(judged)}</span>`;
  return html`<li>${articleRow(finding, facts)} ${verdictBadge(verdict)}${word}</li>`;
}

function verdictBadge(verdict: StoredFinding['verdict']): Html {
  if (verdict === undefined) return badge('not evaluated yet', 'plain');
  return 'notified' in verdict ? badge('alert', 'good') : badge(SILENT_REASON_NAMES[verdict.silent], 'plain');
}

function windowTable(windows: readonly WindowRecord[], { timezone }: PageContext): Html {
  const rows = windows.map(({ from, to, state, cut, late, matched, found, calls, error }) => {
    const marks = [cut && 'truncated', late && 'late'].filter((mark) => mark !== false);
    return html`<tr><td>${timeIn(from, timezone)} – ${timeIn(to, timezone)}</td>
<td>${badge(state, state === 'open' ? 'warn' : 'good')} ${marks.map((mark) => badge(mark, 'warn'))}${error !== undefined && html`<br>${small(newsText(error, 120))}`}</td>
<td class="number" data-label="matched">${formatNumber(matched)}</td><td class="number" data-label="new">${formatNumber(found)}</td>
<td class="number" data-label="calls">${formatNumber(calls)}</td></tr>`;
  });
  return html`<table><thead><tr><th scope="col">Window</th><th scope="col">State</th><th scope="col" class="number">Matched</th><th scope="col" class="number">New</th><th scope="col" class="number">Calls</th></tr></thead><tbody>${rows}</tbody></table>`;
}

const CONDITION_COLOURS: Readonly<Record<Condition, BadgeColour>> = {
  ok: 'good',
  new: 'plain',
  baseline: 'plain',
  late: 'warn',
  failing: 'bad',
  open: 'warn',
  slowed: 'warn',
  paused: 'warn',
  unscheduled: 'bad',
  creating: 'plain',
  off: 'bad',
  disabled: 'plain',
};

/** The state of each watch, with open incidents and failed messages. */
export function statusPage(view: StatusView, desk: PageContext): HttpAnswer {
  const { watches, incidents, dead, usage } = view;
  const main = html`<h1>Watches</h1><p class="lead">${summaryOf(watches)}</p>
${incidents.length > 0 && html`<div class="card notice"><h2>Open incidents</h2>${incidentList(incidents, { timezone: desk.timezone, most: 2_000 })}</div>`}
${dead.length > 0 && html`<div class="card notice"><h2>Failed messages</h2><ul class="plainlist">${dead.map(({ message, delivery }) => html`<li>${linkTo(`${desk.root}/messages/${message.id}`, newsText(message.texts.subject))} <span class="soft small">${laneText(message.channel)}: ${newsText(delivery.error ?? 'unknown reason')}</span></li>`)}</ul><p class="soft small">To send them again, run <code>npx bellwether redrive</code>.</p></div>`}
<table>
<thead><tr><th scope="col">Watch</th><th scope="col">State</th><th scope="col">Covered until</th><th scope="col">Last run</th><th scope="col">Next run</th><th scope="col" class="number">Found</th><th scope="col" class="number">Calls</th></tr></thead>
<tbody>${watches.map((watch) => rowOf(watch, desk))}</tbody>
</table>
<p class="soft small">“Found” and “Calls” are the totals of this month (UTC). ${usage.map(({ service, calls, credits }) => html`${SERVICE_LABELS[service]}: ${formatCount(calls, 'call')}${credits > 0 && `, ${formatCount(Math.round(credits), 'credit')}`}. `)}</p>
<p>${linkTo(`${desk.root}/records`, 'Records as tables')} · ${linkTo(`${desk.root}/extractions`, 'Jobs of the extraction service')}</p>
${overruledSection(view)}${mutesSection(view.mutes, desk)}`;
  return pageLayout({ title: 'Watches', main, desk, list: '/watches' });
}

/** What people edited and the file has changed since. */
function overruledSection({ overruled }: StatusView): Html | undefined {
  if (overruled.length === 0) return undefined;
  return html`<h2 id="overruled">Edits that the file has changed since</h2><p class="soft small">They hold. To decide, run <code>npx bellwether apply</code>
with <code>--keep-edits</code> or <code>--drop-edits</code>.</p>
<ul class="plainlist">${overruled.map((one) => html`<li>${newsText(one, 300)}</li>`)}</ul>`;
}

/** How many silences the page lists: the command line has all. */
const MOST_MUTES = 100;

/** Who has muted what, by which link, and what it has muted. */
function mutesSection({ inForce, alerts }: MutesView, { root, timezone }: PageContext): Html | undefined {
  if (inForce.length === 0 && alerts === 0) return undefined;
  const rows = inForce.slice(0, MOST_MUTES).map(({ silence, alerts: own }) => {
    const { id, by, matchers, endsAt } = silence;
    const what = by ? whatIsMuted(silence) : newsText(matchersText(matchers), 300);
    const page =
      by?.alert && html` ${linkTo(`${root}/alerts/${receiptIdOf(by.alert)}`, 'by the link of this alert')}`;
    return html`<li>${newsText(whoMuted(silence), 120)}: ${what} on ${matchers.channel?.join(', ') ?? 'all channels'}, until ${timeIn(endsAt, timezone)}${page}.
${formatCount(own, 'alert')} muted. <span class="soft small">${newsText(silence.reason, 200)} (${id})</span></li>`;
  });
  return html`<h2 id="mutes">Muted</h2><p class="soft small">${formatCount(alerts, 'alert')} of the last 7 days muted. To end a mute, run <code>npx bellwether silence --expire ID</code>.</p>
<ul class="plainlist">${rows}</ul>`;
}

function summaryOf(watches: readonly WatchStatus[]): string {
  const all = formatCount(watches.length, 'watch');
  const faulty = watches.filter(({ condition }) => isFaulty(condition));
  if (faulty.length === 0) return `${all}, no problems.`;
  return `${faulty.length} of ${all} ${faulty.length === 1 ? 'needs' : 'need'} your attention.`;
}

function conditionBadge(condition: Condition): Html {
  return badge(condition, CONDITION_COLOURS[condition]);
}

function rowOf(watch: WatchStatus, { root, now }: PageContext): Html {
  const { id, kind, condition, detail, coveredUntil, lastRunAt, nextRunAt, month } = watch;
  const distance = (at: number | undefined) => (at === undefined ? '–' : distanceText(at, now));
  return html`<tr>
<td>${linkTo(`${root}/watches/${id}`, id)}<br>${small(kind)}</td>
<td>${conditionBadge(condition)}${detail !== undefined && html`<br>${small(newsText(detail))}`}</td>
<td data-label="covered until">${distance(coveredUntil)}</td>
<td data-label="last run">${distance(lastRunAt)}</td>
<td data-label="next run">${distance(nextRunAt)}</td>
<td class="number" data-label="found">${formatNumber(month.found)}</td>
<td class="number" data-label="calls">${formatNumber(month.calls)}</td>
</tr>`;
}
