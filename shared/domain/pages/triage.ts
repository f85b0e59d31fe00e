import type { Fields } from './http-exchange.ts';
import { defined } from '../lib/fields.ts';
import { type SentimentTone, sentimentSumOf, TONES, toneOf } from '../reports/day-rollup.ts';
import type { Story } from '../stories/story.ts';
import { DAY, type Instant, MINUTE } from '../time/instant.ts';
import { compareSeverity, SEVERITIES, type Severity } from '../watches/watch.ts';
import type { AlertEntry, OverviewView, WaitingAlerts } from './inbox.ts';
import type { SearchedState } from './search-match.ts';
import type { ReaderAction } from './reader-action.ts';
import type { ActionForm } from './receipt.ts';
import { isAboutNews, receiptIdOf, type TriageActionKind } from './signed-link.ts';
import type { Viewer } from './viewer.ts';

// Today as a list of what is to be looked at: alerts by story, the most severe first.

/** Which stories are listed: those that nobody has handled, those that the viewer has, those that are done, all. */
export const TRIAGE_STATES = ['open', 'mine', 'handled', 'all'] as const;
type TriageState = (typeof TRIAGE_STATES)[number];

/** What of the list is shown. */
export interface TriageQuery {
  state: TriageState;
  brand?: string;
  severity?: Severity;
  tone?: SentimentTone;
  /** ISO 639-1. */
  language?: string;
}

/** The fields of an address that narrow the list, in the order of the form. */
export const TRIAGE_FIELDS = ['state', 'brand', 'severity', 'tone', 'language'] as const;

/** Reads the fields of an address. What cannot be read is left out. */
export function readTriageQuery(fields: Fields): TriageQuery {
  const named = (name: string) => (/^[a-z0-9-]{1,64}$/.test(fields[name] ?? '') ? fields[name] : undefined);
  return {
    state: TRIAGE_STATES.find((one) => one === fields['state']) ?? 'open',
    ...defined({
      brand: named('brand'),
      severity: SEVERITIES.find((one) => one === fields['severity']),
      tone: TONES.find((one) => one === fields['tone']),
      language: named('language'),
    }),
  };
}

/** A query as the query string of an address. */
export function triageText(query: TriageQuery): string {
  const fields = new URLSearchParams();
  for (const name of TRIAGE_FIELDS) {
    const value = query[name];
    if (value !== undefined && value !== 'open') fields.set(name, value);
  }
  return fields.toString();
}

/** A story, or an alert without one, with what people did about it. */
export interface TriageItem {
  /** The id of the receipt of its newest alert. It names the row. */
  id: string;
  newest: AlertEntry;
  /** All its alerts, the newest first. */
  entries: readonly AlertEntry[];
  /** The highest of all its alerts. */
  severity: Severity;
  /** Who has handled it since its newest alert, and how. Absent: nobody. */
  handled?: ReaderAction;
  /** Who has it. */
  owner?: ReaderAction;
  note?: ReaderAction;
}

/** What counts as handled until there is another alert. */
const HANDLING: readonly TriageActionKind[] = ['acknowledge', 'not-relevant', 'mute-story', 'mute-watch'];

/**
 * Alerts by story, each with what people did about them. What was muted before anybody could see it is left out, and so
 * is what Bellwether says about itself, such as the baseline of a first run.
 */
export function triageItems(
  entries: readonly AlertEntry[],
  actions: ReadonlyMap<string, readonly ReaderAction[]>,
): TriageItem[] {
  const shown = entries.filter(({ alert, state }) => {
    const isHidden = state.state === 'silenced' || (state.state === 'dropped' && !state.joinedTo);
    return isAboutNews(alert) && !isHidden;
  });
  const groups = Map.groupBy(shown, ({ alert }) => alert.story?.id ?? alert.id);
  return [...groups.values()].flatMap((group) => itemOf(group, actions) ?? []);
}

function itemOf(
  entries: readonly AlertEntry[],
  actions: ReadonlyMap<string, readonly ReaderAction[]>,
): TriageItem | undefined {
  const [newest] = entries;
  if (!newest) return undefined;
  const holding = entries
    .flatMap(({ alert }) => actions.get(alert.id) ?? [])
    .filter(({ undoneAt }) => undoneAt === undefined)
    .toSorted((one, other) => other.at - one.at);
  const { alert } = newest;
  return defined<TriageItem>({
    id: receiptIdOf(alert),
    newest,
    entries,
    severity: entries.map((one) => one.alert.severity).reduce(higher),
    // The times of actions are those of whole seconds.
    handled: holding.find(({ kind, at }) => HANDLING.includes(kind) && at + 1_000 > alert.createdAt),
    owner: holding.find(({ kind }) => kind === 'assign'),
    note: holding.find(({ kind }) => kind === 'note'),
  });
}

function higher(one: Severity, other: Severity): Severity {
  return compareSeverity(one, other) >= 0 ? one : other;
}

/** Whether a viewer wants to see an item. */
export function isWanted(item: TriageItem, query: TriageQuery, viewer: Pick<Viewer, 'id'>): boolean {
  const { alert } = item.newest;
  const { state, brand, severity, tone, language } = query;
  const isOf: Readonly<Record<TriageState, boolean>> = {
    open: item.handled === undefined,
    mine: item.handled === undefined && item.owner?.by?.id === viewer.id,
    handled: item.handled !== undefined,
    all: true,
  };
  const sentiment = alert.story?.sentiment;
  return (
    isOf[state] &&
    (brand === undefined || alert.brand === brand) &&
    (severity === undefined || item.severity === severity) &&
    (tone === undefined || (sentiment !== undefined && toneOf(sentimentSumOf(sentiment).sum) === tone)) &&
    (language === undefined || alert.items.some((one) => one.language === language))
  );
}

/** The order of the list: the most severe first, of these what came since the last visit, then the newest. */
export function triageOrder(since: Instant): (one: TriageItem, other: TriageItem) => number {
  const isNew = ({ newest }: TriageItem) => Number(newest.alert.createdAt > since);
  return (one, other) =>
    compareSeverity(other.severity, one.severity) ||
    isNew(other) - isNew(one) ||
    other.newest.alert.createdAt - one.newest.alert.createdAt;
}

/** When somebody looked at the list. */
export interface Visit {
  /** The last time. */
  at: Instant;
  /** When the visit before this one ended. Absent: this is the first. */
  since?: Instant;
}

/** Who comes back after so long begins a new visit. */
const PAUSE = 30 * MINUTE;

/** The visit of somebody who looks at the list now. */
export function visitNow(was: Visit | undefined, now: Instant): Visit {
  return defined<Visit>({ at: now, since: was && now - was.at > PAUSE ? was.at : was?.since });
}

/** Since when alerts are new to a visitor: at the first visit, since a day before. */
export function newSince({ at, since = at - DAY }: Visit): Instant {
  return since;
}

/** An item as a row of the list. */
export interface TriageRow extends TriageItem {
  /** Its story as it is now. */
  story?: Story;
  /** How many articles of its story came since the last visit. */
  fresh: number;
  isNew: boolean;
  /** What the viewer can do: nothing for a reader. */
  forms: readonly ActionForm[];
  /** What the viewer can take back. */
  undo: readonly ActionForm[];
}

/** Today: what is to be looked at, below how much came. */
export interface TodayView extends OverviewView {
  /** The UTC day. */
  day: string;
  /** Alerts that were made today, by what became of them. */
  alerts: Readonly<Record<SearchedState, number>>;
  waiting: readonly WaitingAlerts[];
  query: TriageQuery;
  rows: readonly TriageRow[];
  /** From 1 on. */
  page: number;
  more: boolean;
  /** How many items match, and how many of all are open, by severity. */
  count: number;
  open: Readonly<Record<Severity, number>>;
  /** How many of the open ones came since the last visit. */
  fresh: number;
  visit: Visit;
  /** Since when alerts are listed and counted: earlier ones are too many, or too old. */
  from: Instant;
  /** What the form that was just sent did. */
  done?: { row: TriageRow } & Pick<ActionForm, 'kind' | 'isUndone'>;
  choices: { brand: readonly string[]; language: readonly string[] };
}
