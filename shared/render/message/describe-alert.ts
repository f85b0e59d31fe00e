import type { Alert, AlertItem, Heartbeat } from '../../domain/alerts/alert.ts';
import type { Judgement } from '../../domain/findings/newness.ts';
import { defined } from '../../domain/lib/fields.ts';
import type { Detection } from '../../domain/policies/policy.ts';
import { isLowered, JUDGED } from '../../domain/judging/effects.ts';
import type { ReachedValue } from '../../domain/watches/story-severity.ts';
import type { StorySummary } from '../../domain/alerts/story-summary.ts';
import { MINUTE } from '../../domain/time/instant.ts';
import { formatCount, formatMoment, formatNumber, INCIDENT_NAMES } from '../text/format-values.ts';
import { isVisible, oneLine, shortLine } from '../text/plain-text.ts';
import { describeItem, type ItemView } from './describe-item.ts';
import type { ExampleView } from './message-view.ts';

/** What an alert says. */
interface AlertText {
  /** What happened, on one line. */
  headline: string;
  /** Sentences about it that no item contains: how a story has grown, what was detected, what an incident means. */
  lines: string[];
  /** The finding that it is about. Absent: it is about none, or about a period. */
  item?: ItemView;
  /** The findings of a period, the first few. */
  examples?: readonly ExampleView[];
}

/** The longest text of an incident, which may contain words of a service. */
const TEXT_LIMIT = 2_000;

/** An alert in plain text: what happened, and the finding that it is about. */
export function describeAlert(alert: Alert, timezone: string): AlertText {
  const { occasion } = alert;
  if ('text' in occasion && occasion.type !== 'incident')
    return describeDetection(occasion, { items: alert.items, timezone });
  switch (occasion.type) {
    case 'baseline': {
      const { window, found } = occasion;
      const [from, to] = [window.from, window.to].map((at) => formatMoment(at, timezone));
      return {
        headline: `${nameOf(alert)} has started`,
        lines: [
          `Its first run covered ${from} to ${to} (${timezone}) and found ${formatCount(found, 'match')}.`,
          'These results are the baseline: they are stored and not sent. From now on you receive what is new.',
        ],
      };
    }
    case 'heartbeat':
      return describeHeartbeat(occasion, timezone);
    case 'report': {
      const { title, first: begin, last, body } = occasion;
      const days = begin === last ? begin : `${begin} to ${last}`;
      return { headline: shortLine(`${title}: ${days}`, 300), lines: body.split('\n').map(oneLine) };
    }
    case 'incident': {
      const { resolved, reminder, text } = occasion;
      const state = resolved ? 'Resolved: ' : reminder === undefined ? '' : 'Still open: ';
      return {
        headline: `${state}${INCIDENT_NAMES[occasion.incident]}`,
        lines: [`${resolved ? 'The incident was: ' : ''}${shortLine(text, TEXT_LIMIT)}`].filter(isVisible),
      };
    }
    case 'finding':
    case 'story':
      return describeFirst(alert, {
        timezone,
        lines: [
          escalatedSentence(alert, timezone) ?? [],
          developmentSentence(alert) ?? [],
          raisedSentence(alert) ?? [],
        ].flat(),
      });
  }
}

/** The longest text of a model that a message shows. */
const MODEL_LIMIT = 600;
export const NOT_ABOUT_YOU = 'Probably not about you';

/** What a model said, marked as such. */
export function judgedLines({ severity }: Alert, judged: Judgement): string[] {
  const { reason, summary, model } = judged;
  const doubt = !isLowered(judged, severity) ? [] : [`${NOT_ABOUT_YOU}: ${reason} (model ${model})`];
  const said = summary === undefined ? [] : [`Summary by model ${model}: ${summary}`];
  return [...doubt, ...said].map((line) => shortLine(line, MODEL_LIMIT));
}

function describeFirst(alert: Alert, { timezone, lines }: { timezone: string; lines: string[] }): AlertText {
  const [first] = alert.items;
  if (!first) return { headline: nameOf(alert), lines };
  const item = describeItem(first, timezone);
  return { headline: item.headline, lines, item };
}

/** `12 outlets in 4 countries`; empty for one outlet. */
export function spreadText(story: StorySummary): string {
  return story.outlets < 2 ? '' : `${formatCount(story.outlets, 'outlet')}${inCountries(story)}`;
}

function inCountries(story: Alert['story']): string {
  return story && story.countries > 1 ? ` in ${formatCount(story.countries, 'country')}` : '';
}

/** The watch or the report of an alert; Bellwether for alerts about itself. */
export function nameOf({ watchId, occasion }: Alert): string {
  if (occasion.type === 'report') return occasion.reportId;
  return watchId ?? 'Bellwether';
}

/** The longest sentence of a policy, which may contain words from the news. */
const SENTENCE_LIMIT = 500;
/** The longest value of a changed fact. */
const FACT_LIMIT = 120;

/**
 * What a policy detected. For one item: the item, with the reason above it. For a period: the sentence of the policy,
 * with the items as examples.
 */
function describeDetection(
  { text, period, changes = [] }: Detection,
  { items, timezone }: { items: readonly AlertItem[]; timezone: string },
): AlertText {
  const sentence = shortLine(text, SENTENCE_LIMIT);
  const facts = changes.map(({ name, from = 'none', to = 'none' }) => {
    const [before, after] = [from, to].map((one) => shortLine(one, FACT_LIMIT));
    return `${oneLine(name).replaceAll('_', ' ')}: ${before} → ${after}`;
  });
  const [first] = items;
  if (!period && first) {
    const item = describeItem(first, timezone);
    return { headline: item.headline, lines: [sentence, ...facts], item };
  }
  const span = period
    ? [`From ${formatMoment(period.from, timezone)} to ${formatMoment(period.to, timezone)} (${timezone}).`]
    : [];
  return {
    headline: sentence,
    lines: [...span, ...facts],
    examples: items.map((item) => exampleOf(item, timezone)),
  };
}

function exampleOf(item: AlertItem, timezone: string): ExampleView {
  const { headline, source, link } = describeItem(item, timezone);
  return defined<ExampleView>({ headline, outlet: source.outlet, link });
}

/** Says that a channel works although it received no alert, and which windows were not checked. */
function describeHeartbeat(
  { due, checked, watches, behind, since }: Heartbeat,
  timezone: string,
): { headline: string; lines: string[] } {
  const isComplete = checked >= due;
  const missing = behind.map((watch) => `${watch.watchId}: ${checkedOf(watch)} windows checked`);
  return {
    headline: `${isComplete ? 'No alerts' : 'No alerts, but incomplete data'}: ${checkedOf({ due, checked })} windows checked`,
    lines: [
      `This channel has received no alert since ${formatMoment(since, timezone)} (${timezone}). ${formatCount(watches, 'watch')} kept running.`,
      ...(isComplete
        ? ['Every window was checked. There was nothing to report.']
        : ['Bellwether will check the missing windows and alert you if it finds something:', ...missing]),
    ],
  };
}

/** `1,180 of 1,240` */
function checkedOf({ due, checked }: { due: number; checked: number }): string {
  return `${formatNumber(checked)} of ${formatNumber(due)}`;
}

/** The longest value of a fact, in characters. It is news text. */
const VALUE_LIMIT = 60;

/**
 * Why an alert is more severe than its watch, or than the alerts before it, as a sentence; undefined where it is not.
 */
export function raisedSentence({ severity, raised }: Pick<Alert, 'severity' | 'raised'>): string | undefined {
  if (!raised) return undefined;
  const { from, by, after } = raised;
  const because = by.map(reachedText).join(', ');
  const reason = because === '' ? '' : `: ${because}`;
  return after ? `It has climbed from ${from} to ${severity}${reason}.` : `It is ${severity}${reason}.`;
}

/** Why an alert came to a channel from another one; undefined for one that did not. */
export function escalatedSentence(
  { escalated }: Pick<Alert, 'escalated'>,
  timezone: string,
): string | undefined {
  if (!escalated) return undefined;
  const { channel, sentAt, after } = escalated;
  return `Nobody has acknowledged this within ${formatCount(Math.round(after / MINUTE), 'minute')}. It was sent to ${channel} on ${formatMoment(sentAt, timezone)} (${timezone}).`;
}

/** What is new in a story of which the channel was notified; undefined for any other alert. */
export function developmentSentence({ development }: Pick<Alert, 'development'>): string | undefined {
  if (!development) return undefined;
  const { fresh, confirmedBy } = development;
  const outlets = confirmedBy.length === 0 ? '' : ` Confirmed by ${confirmedBy.join(', ')}.`;
  return shortLine(`New in this story: ${fresh.join(', ')}.${outlets}`, SENTENCE_LIMIT);
}

function reachedText({ name, value }: ReachedValue): string {
  if (name === JUDGED) return `a model found “${shortLine(String(value), SENTENCE_LIMIT)}”`;
  if (typeof value === 'string')
    return `${name.replaceAll('_', ' ')} ${shortLine(oneLine(value), VALUE_LIMIT)}`;
  switch (name) {
    case 'outlets':
      return formatCount(value, 'outlet');
    case 'countries':
      return formatCount(value, 'country');
    case 'top_rank':
      return `an outlet of rank ${value}`;
    default:
      return `sentiment ${value.toFixed(2)}`;
  }
}

/** The longest text before a headline, in characters. */
const UPDATE_LIMIT = 60;

/**
 * An alert on one line, for a subject or an SMS: its headline, after what is new about a known story, so that an
 * update differs from the first alert.
 */
export function alertTitle(alert: Alert, timezone: string): string {
  return titleOf({ update: updateOf(alert), headline: describeAlert(alert, timezone).headline });
}

/** A headline after what is new about it. */
export function titleOf({ update, headline }: { update?: string | undefined; headline: string }): string {
  return update === undefined ? headline : `${update}: ${headline}`;
}

/** What is new about a known story, in a few words; undefined for a new one. */
export function updateOf({ occasion, severity, raised, development, judged }: Alert): string | undefined {
  if (judged && isLowered(judged, severity)) return NOT_ABOUT_YOU;
  const news = 'short' in occasion ? occasion.short : undefined;
  const climb = raised?.after ? `Now ${severity}` : undefined;
  const fresh = development && `New: ${development.fresh.slice(0, 3).join(', ')}`;
  const update = shortLine(climb ?? fresh ?? news ?? '', UPDATE_LIMIT);
  return isVisible(update) ? update : undefined;
}
