import { type PlaceOfQuery, type QuestionAdvice, adviceDocument, printAdvice } from '../plan/print-advice.ts';
import type { Preview } from './make-preview.ts';
import { printReadersSaid } from './readers-said.ts';
import type { Hearer, WouldNotify } from './would-send.ts';
import { plainText, printAmount, printNumber, timeOrNull, withNulls } from '../print-values.ts';
import type { MatchGroups, TriedOut } from '../stack/try-out.ts';
import type { Alert } from '../../../shared/domain/alerts/alert.ts';
import { DAY, HOUR, type Instant, dayOf } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import type { JobProposals } from '../../../shared/providers/extraction/source/job-advice.ts';
import { developmentSentence } from '../../../shared/render/message/describe-alert.ts';
import { stringify } from 'yaml';

/** Maximum of findings shown. */
export const MOST_SHOWN = 10;
const WIDEST = 40;

/** The preview as text: a bar for each day, then findings, alerts and costs. */
export function printPreview(preview: Preview, placeOf: PlaceOfQuery): string {
  const { watch, tried, caveats, advice = [], readers } = preview;
  return [
    ...(tried
      ? [...printFound(watch.id, tried), ...printNotified(preview)]
      : [`${watch.id}: no past jobs to show`]),
    ...(readers ? printReadersSaid(readers) : []),
    ...(caveats.length > 0 ? ['', ...caveats.map(plainText)] : []),
    ...printMonth(preview),
    '',
    printAdvice(advice, { watches: new Map([[watch.id, watch]]), placeOf }),
    printProposals(watch, advice),
  ].join('\n');
}

function printFound(id: string, tried: TriedOut): string[] {
  const days = hitsByDay(tried);
  const most = Math.max(1, ...days.map(({ hits }) => hits));
  return [
    `${id}: ${printAmount(tried.hits, 'match')} in ${spanOf(tried)}\n`,
    ...days.map(
      ({ day, hits }) => `  ${day}  ${'█'.repeat(Math.round((hits / most) * WIDEST))} ${printNumber(hits)}`,
    ),
    ...printGroups(tried.groups, tried.findings.length),
    '\nLatest matches:',
    ...listed(
      latestOf(tried).map(
        ({ title, outlet, matched, indexedAt }) =>
          `${dayOf(indexedAt)}  ${title} (${outlet?.domain ?? 'unknown source'}; matched: ${matched.join(', ') || 'no words'})`,
      ),
    ),
  ];
}

function printNotified({ watch: { alert }, notified }: Preview): string[] {
  if (!notified) return [];
  return [
    `\nIt would have sent ${printAmount(notified.alerts, 'alert')} (policy ${alert.when}, channel ${alert.channel}):`,
    ...listed(notified.samples),
    ...printHearers(notified.hearers),
  ];
}

/** Who would have heard it in a month: a line for each transport of each channel. */
function printHearers(hearers: readonly Hearer[]): string[] {
  const lines = hearers.map(({ channel, transport, to, atOnce, inBrief, smsParts, smsCost }) => {
    const parts = smsParts === undefined ? '' : `, ${printAmount(smsParts, 'SMS part')}`;
    const cost = smsCost === undefined ? '' : ` for ${smsCost.toFixed(2)}`;
    return `${channel}, ${transport} to ${to.join(', ')}: ${printNumber(atOnce)} at once, ${printNumber(inBrief)} in a brief${parts}${cost}`;
  });
  return ['\nWho would have heard it, per month:', ...listed(lines)];
}

function listed(texts: readonly string[]): string[] {
  return texts.length === 0 ? ['  none'] : texts.map((text) => `  ${plainText(text)}`);
}

/** `30 days`, `24 hours`. */
function spanOf({ window: { from, to } }: TriedOut): string {
  const length = to - from;
  if (length > DAY) return printAmount(Math.round(length / DAY), 'day');
  return printAmount(Math.max(1, Math.round(length / HOUR)), 'hour');
}

export function latestOf({ findings }: TriedOut): TriedOut['findings'] {
  return findings.toSorted((one, other) => other.indexedAt - one.indexedAt).slice(0, MOST_SHOWN);
}

/** Matches of each UTC day of the window; 0 for days without any. */
function hitsByDay({ window, frames }: TriedOut): { day: string; hits: number }[] {
  const sums = new Map<string, number>();
  for (const { from, count } of frames) sums.set(dayOf(from), (sums.get(dayOf(from)) ?? 0) + count);
  const days: { day: string; hits: number }[] = [];
  for (let at: Instant = window.from; dayOf(at) <= dayOf(window.to - 1); at += DAY)
    days.push({ day: dayOf(at), hits: sums.get(dayOf(at)) ?? 0 });
  return days;
}

/** So many values of a group are shown. */
const SHOWN = 5;

const HEADS = { source: 'by outlet', country: 'by country', language: 'by language' } as const;

/** One line for each group: `by country:  US 40, GB 12 and 3 others`. */
export function printGroups(groups: MatchGroups | undefined, pageSize: number): string[] {
  if (!groups) return [];
  const lines = (['source', 'country', 'language'] as const).flatMap((group) => {
    const counts = groups[group];
    if (counts.length === 0) return [];
    const shown = counts
      .slice(0, SHOWN)
      .map(({ value, articles }) => `${plainText(value)} ${printNumber(articles)}`);
    const others = counts.length - shown.length;
    const rest = others === 0 ? '' : ` and ${printAmount(others, 'other')}`;
    return [`  ${`${HEADS[group]}:`.padEnd(13)}${shown.join(', ')}${rest}`];
  });
  if (lines.length === 0) return [];
  const which = groups.counted ? 'Matches' : `The latest ${printAmount(pageSize, 'match')}`;
  return [`\n${which} by outlet, country and language:`, ...lines];
}

/** The costs per month: runs and calls, credits and slots, SMS and their price. */
function printMonth(preview: Preview): string[] {
  const { month, notified, tried } = preview;
  const calls = `${printAmount(month.runs, 'run')}, ${printAmount(month.calls, 'call')}`;
  return [
    '\nPer month:',
    ...(notified ? [`  about ${printAmount(notified.monthly, 'alert')}`] : []),
    ...(month.jobs ? jobLines(preview) : [`  ${calls}`]),
    `  ${smsLine(preview)}`,
    ...(month.jobs
      ? ['  this preview cost no credits']
      : [`  this preview cost ${printAmount(tried?.calls ?? 0, 'call')}`]),
  ];
}

function jobLines({ watch, month: { runs, calls, jobs }, past, plan }: Preview): string[] {
  if (!jobs) return [];
  const { credits, creditsEach, basis: creditBasis, slotMinutes, isMeasured } = jobs;
  const basis = isMeasured
    ? `measured on its last ${printAmount(past?.jobs ?? 0, 'job')}`
    : 'assuming 15 minutes per job';
  const allowed = plan?.allowed === undefined ? '' : ` of ${printNumber(plan.allowed)} in the plan`;
  const slots = plan?.slots ? `; the plan has ${printAmount(plan.slots.allowed, 'slot')}` : '';
  return [
    `  ${printAmount(runs, 'job')}, at most ${printNumber(credits)} credits${allowed}: ${printNumber(creditsEach)} each (${creditBasis})`,
    watch.monitor
      ? '  usually no calls: the service repeats the job by itself and sends what is new'
      : `  about ${printAmount(calls, 'call')}, ${basis}`,
    `  a job slot is in use for about ${printAmount(slotMinutes, 'minute')}, ${basis}${slots}`,
  ];
}

/** Number and price of SMS, or why they are not known. */
function smsLine({ channel, notified }: Preview): string {
  const { name, sms, smsPrice } = channel;
  if (sms.length === 0) return `no SMS: channel ${name} has no phone numbers`;
  if (!notified)
    return `number of SMS not known, because the alerts are not${smsPrice === undefined ? `; ${withoutPrice(name)}` : ''}`;
  const parts = `at most ${printAmount(notified.smsParts, 'SMS part')}`;
  return notified.smsCost === undefined
    ? `${parts}; ${withoutPrice(name)}`
    : `${parts}, cost ${notified.smsCost.toFixed(2)} in the currency of sms_price`;
}

function withoutPrice(channel: string): string {
  return `price not known: set sms_price on channel ${channel}`;
}

/**
 * The criteria and fields that the extraction service proposes, as YAML for the query of a watch. Nothing for those
 * that the watch has already.
 */
export function printProposals(
  { query }: Pick<Watch, 'query'>,
  questions: readonly QuestionAdvice[],
): string {
  const all = questions.flatMap((one) => ('advice' in one ? (one.advice.proposals ?? []) : []));
  const lines = all.flatMap((proposals) => linesOf(proposals, query));
  if (lines.length === 0) return '';
  const head =
    'To adopt the suggested criteria and fields, add to the query of the watch what you want of this:';
  return `${[head, ...lines.map((line) => `  ${line}`)].join('\n')}\n`;
}

function linesOf(proposals: JobProposals, query: Watch['query']): string[] {
  return (['validators', 'enrichments'] as const).flatMap((key) => {
    const items = proposals[key].map((item) => plainItem(item));
    if (items.length === 0 || query[key] !== undefined) return [];
    return stringify({ [key]: items }, { lineWidth: 0 })
      .trimEnd()
      .split('\n');
  });
}

/** Texts of the service on one line each. */
function plainItem(item: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(item).map(([key, text]) => [key, plainText(text)]));
}

/** The preview as JSON. What is not known is null. */
export function previewDocument(preview: Preview, placeOf: PlaceOfQuery): object {
  const { watch, channel, tried, notified, month, caveats, past, advice, readers } = preview;
  const { runs, calls, jobs } = month;
  return withNulls({
    watch: watch.id,
    from: timeOrNull(tried?.window.from),
    to: timeOrNull(tried?.window.to),
    hits: tried?.hits,
    days: tried ? hitsByDay(tried) : [],
    ...(tried?.groups && { groups: groupsOf(tried.groups) }),
    findings: (tried ? latestOf(tried) : []).map(({ title, link, outlet, matched, indexedAt }) =>
      withNulls({ title, link, domain: outlet?.domain, matched, indexedAt: timeOrNull(indexedAt) }),
    ),
    alerts: notified?.alerts,
    alertSamples: notified?.samples ?? [],
    alertList: notified && tried ? alertList(notified, tried) : [],
    hearers: notified?.hearers ?? [],
    caveats,
    month: withNulls({
      runs,
      calls,
      alerts: notified?.monthly,
      smsParts: channel.sms.length === 0 ? 0 : notified?.smsParts,
      smsCost: notified?.smsCost,
      ...(jobs && { credits: jobs.credits, slotMinutes: jobs.slotMinutes }),
    }),
    ...(advice && {
      jobsSoFar: past?.jobs ?? 0,
      questions: advice.map((question) => adviceDocument(question, placeOf)),
    }),
    ...(readers && {
      readers: {
        alerts: readers.alerts,
        acknowledged: readers.counts.acknowledge,
        storiesMuted: readers.counts['mute-story'],
        notRelevant: readers.counts['not-relevant'],
        outletsMuted: readers.counts['less-outlet'],
        exclude: readers.exclude,
      },
    }),
    previewCalls: tried?.calls ?? 0,
  });
}

/** Each alert that would have been made, once, with the articles of its story then. */
function alertList({ list }: WouldNotify, { findings }: TriedOut): object[] {
  const links = new Map(findings.map(({ fingerprint, link }) => [fingerprint, link]));
  return list.map(({ at, alert, story }) =>
    withNulls({
      at: timeOrNull(at),
      occasion: alert.raised?.after ? 'climb' : alert.development ? 'development' : alert.occasion.type,
      severity: alert.severity,
      link: alert.items[0]?.link,
      title: alert.items[0]?.title,
      story: story?.id,
      links: (story?.articles ?? []).flatMap(({ fingerprint }) => links.get(fingerprint) ?? []),
      reason: reasonOf(alert),
    }),
  );
}

function reasonOf(alert: Alert): string {
  const { occasion, raised, severity, story } = alert;
  if ('text' in occasion) return occasion.text;
  const fresh = developmentSentence(alert);
  if (fresh !== undefined) return fresh;
  const by = raised?.by.map(({ name, value }) => `${name} ${value}`).join(', ');
  if (raised?.after)
    return `The story has climbed from ${raised.from} to ${severity}${by ? ` by ${by}` : ''}.`;
  return story ? 'The story is new to its channel.' : 'The finding is new.';
}

function groupsOf({ source, country, language, counted }: MatchGroups): object {
  return { outlets: source, countries: country, languages: language, counted };
}
