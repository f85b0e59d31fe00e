import {
  type Alert,
  type AlertItem,
  alertItemOf,
  findingsBehind,
  isCountedIn,
} from '../../domain/alerts/alert.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { AlertFindingsView, PageContext } from '../../domain/pages/inbox.ts';
import { storyOfRecord } from '../../domain/stories/story.ts';
import { DAY, dayOf, type Instant, isDay, type Window } from '../../domain/time/instant.ts';
import { utcDays } from '../reports/roll-up-days.ts';
import type { StoredAlert } from '../../store/alerts/alerts.ts';
import type { PagePorts } from './page-ports.ts';

interface FindingsRequest {
  /** The path of the receipt. */
  receipt: string;
  query: Readonly<Record<string, string>>;
  /** `json` for programs; anything but this and nothing is no page. */
  form: string;
  ports: PagePorts;
  desk?: PageContext;
}

/**
 * Answers with a page of the findings behind an alert; undefined for a form that does not exist. It changes nothing.
 */
export async function answerAlertFindings(
  { alert }: Pick<StoredAlert, 'alert'>,
  { receipt, query, form, ports, desk }: FindingsRequest,
): Promise<HttpAnswer | undefined> {
  if (form !== '' && form !== 'json') return undefined;
  const { after = '' } = query;
  const { items: entries, next } = await readAlertFindings(alert, { after, ports });
  const view: AlertFindingsView = {
    alert,
    timezone: alert.timezone ?? 'UTC',
    receipt,
    entries,
    isFirst: after === '',
    ...(next !== undefined && { next }),
  };
  return form === 'json' ? ports.pages.alertFindingsJson(view) : ports.pages.alertFindings(view, desk);
}

/** A part of the findings behind an alert. */
interface FindingsPart {
  items: readonly AlertItem[];
  /** Where the next part begins, if there may be more. */
  next?: string;
}

/** The most findings of a page, and the most that are read for it. */
const ON_A_PAGE = 100;
const MOST_READ = 4_000;

/**
 * A finding that is found later than this after its period is not listed. The daily recount reaches back three days.
 */
const LATEST = 31 * DAY;

/**
 * Reads the findings behind an alert, a part at a time: those of the period that a policy counted, those of its watch
 * in the story of the alert, or else the items of the alert. `after` is the `next` of the part before; a text that is
 * none starts at the beginning.
 */
async function readAlertFindings(
  alert: Alert,
  { after, ports }: { after: string; ports: PagePorts },
): Promise<FindingsPart> {
  const behind = findingsBehind(alert);
  const { watchId, story } = alert;
  if (!behind || watchId === undefined) return slice(alert.items, { after, show: async (items) => items });
  if (behind.period) return readCounted({ watchId, period: behind.period, after: markIn(after), ports });
  const record = story && (await ports.stories.read([story.id])).get(story.id);
  if (!record) return slice(alert.items, { after, show: async (items) => items });
  return slice(storyOfRecord(record).members, {
    after,
    show: async (members) => (await ports.findings.read(watchId, members)).toSorted(oldestFirst).map(itemOf),
  });
}

/** A part of a list. `next` is the place of the first one that is left. */
async function slice<T>(
  all: readonly T[],
  { after, show }: { after: string; show: (part: readonly T[]) => Promise<readonly AlertItem[]> },
): Promise<FindingsPart> {
  const from = /^\d{1,6}$/.test(after) ? Number(after) : 0;
  const to = from + ON_A_PAGE;
  const items = await show(all.slice(from, to));
  return { items, ...(to < all.length && { next: String(to) }) };
}

/** The finding after which a part begins. */
interface Mark {
  day: string;
  foundAt: Instant;
  fingerprint: string;
}

interface Counted {
  watchId: string;
  period: Window;
  after: Mark | undefined;
  ports: PagePorts;
}

async function readCounted({ watchId, period, after, ports }: Counted): Promise<FindingsPart> {
  const until = Math.min(ports.clock.now(), period.to + LATEST);
  const items: AlertItem[] = [];
  let read = 0;
  let last: Mark | undefined;
  for (const day of utcDays(dayOf(period.from), dayOf(until))) {
    if (after && day < after.day) continue;
    const from = after?.day === day ? after : undefined;
    for await (const found of ports.findings.foundOn(watchId, day, from)) {
      for (const one of found) {
        const isOne = isCountedIn(period, one);
        if (last && ((isOne && items.length === ON_A_PAGE) || read === MOST_READ))
          return { items, next: textOf(last) };
        if (isOne) items.push(itemOf(one));
        read += 1;
        last = { day, foundAt: one.foundAt, fingerprint: one.finding.fingerprint };
      }
    }
  }
  return { items };
}

function itemOf({ finding }: StoredFinding): AlertItem {
  return alertItemOf(finding);
}

function oldestFirst(one: StoredFinding, other: StoredFinding): number {
  return one.finding.indexedAt - other.finding.indexedAt;
}

function textOf({ day, foundAt, fingerprint }: Mark): string {
  return [day, foundAt, fingerprint].join('~');
}

function markIn(text: string): Mark | undefined {
  const [, day, foundAt, fingerprint] = /^([\d-]{10})~(\d{1,15})~([\w.:-]{1,64})$/.exec(text) ?? [];
  if (day === undefined || fingerprint === undefined || !isDay(day)) return undefined;
  return { day, foundAt: Number(foundAt), fingerprint };
}
