import type { Service } from '../lib/errors.ts';
import { typedKeys } from '../lib/fields.ts';
import { DAY, SECOND } from '../time/instant.ts';
import { LONGEST_WINDOW, SHORTEST_WINDOW, type SplitRule } from '../time/window.ts';

/** How the windows of a kind run: what its service can be queried for, and how late its items come. Milliseconds. */
export interface WindowRule extends SplitRule {
  /**
   * The time of an item that decides its window: when the service parsed it, when it was published, when the service
   * extracted it, or when a run first saw it.
   */
  time: 'parsed' | 'published' | 'extracted' | 'seen';
  /** What a window gives: items that become findings, or only their numbers. */
  holds: 'items' | 'counts';
  /** A run looks back at least this far before the watermark, whatever the watch says. */
  leastOverlap: number;
  /** The longest window for one query. */
  longest: number;
  /** How far back the service can be queried at all. What is older when a run comes is lost. */
  reach?: number;
  /**
   * How late items are found, once a day: `count` counts each of the last days and covers a day again when it has more
   * than is stored; `ask` always covers the last days again; `never`: no item comes late.
   */
  lookAgain: 'count' | 'ask' | 'never';
}

/** What is special to a kind of watch. */
interface KindFacts {
  /** The service that answers it. */
  service: Service;
  /** What its findings are, or what it counts. */
  finds: 'articles' | 'events' | 'records';
  /** How its windows run. Absent: each run starts a job, which covers a span of its own. */
  window?: WindowRule;
  /**
   * The service withdrew its path for some customers, or leaves it out of some plans (contract, differences). `one-by-one`:
   * a plan may lack it for one watch. `together`: a plan lacks it for all watches of the kind (events service, errors).
   */
  withdrawn?: 'one-by-one' | 'together';
}

const BY_PARSE_TIME: WindowRule = {
  time: 'parsed',
  holds: 'items',
  leastOverlap: 0,
  longest: LONGEST_WINDOW,
  shortest: SHORTEST_WINDOW,
  grain: SECOND,
  lookAgain: 'count',
};

/** The span of a query always ends now. A shorter window would give the same, so no window is split. */
const UNTIL_NOW = { longest: Number.POSITIVE_INFINITY, shortest: Number.POSITIVE_INFINITY } as const;

const NEWS = { service: 'news', finds: 'articles' } as const;

/** Every kind of watch (news service, parameters by path and breaking news; events service, filter value forms). */
const KINDS = {
  search: { ...NEWS, window: BY_PARSE_TIME },
  /** Its path takes `when` instead of two dates. */
  headlines: { ...NEWS, window: { ...BY_PARSE_TIME, ...UNTIL_NOW, lookAgain: 'ask' } },
  /** Gives the last 24 hours only. An old article can break today, so it counts when it is first seen. */
  breaking: {
    ...NEWS,
    window: { ...BY_PARSE_TIME, ...UNTIL_NOW, time: 'seen', reach: DAY, lookAgain: 'never' },
  },
  authors: { ...NEWS, window: BY_PARSE_TIME },
  /**
   * Has no `by_parse_date`. An article is often parsed hours after it was published. One that is dated by the day lies at
   * that day's midnight, so a run looks back to before yesterday's.
   */
  links: { ...NEWS, window: { ...BY_PARSE_TIME, time: 'published', leastOverlap: 2 * DAY } },
  similar: { ...NEWS, window: BY_PARSE_TIME, withdrawn: 'one-by-one' },
  /** Counts a whole UTC day at a time, so that each answer replaces the one before. */
  volume: {
    ...NEWS,
    window: { ...BY_PARSE_TIME, holds: 'counts', grain: DAY, longest: DAY, shortest: DAY, lookAgain: 'ask' },
  },
  /** Filters go by days, so a window begins at midnight, and the day before is queried again. */
  events: {
    service: 'events',
    finds: 'events',
    window: {
      ...BY_PARSE_TIME,
      time: 'extracted',
      leastOverlap: DAY,
      grain: DAY,
      shortest: DAY,
      lookAgain: 'ask',
    },
    withdrawn: 'together',
  },
  extraction: { service: 'extraction', finds: 'records' },
  /** What the poller stores never changes and never comes late: it was parsed when the poller first saw it. */
  feeds: { service: 'feeds', finds: 'articles', window: { ...BY_PARSE_TIME, longest: DAY } },
} as const satisfies Record<string, KindFacts>;

export type WatchKind = keyof typeof KINDS;

export const WATCH_KINDS: readonly WatchKind[] = typedKeys(KINDS);

/** What is special to a kind of watch. */
export function kindFactsOf(kind: WatchKind): KindFacts {
  return KINDS[kind];
}

/** The service that answers a kind of watch. */
export function serviceOf(kind: WatchKind): Service {
  return KINDS[kind].service;
}

/** How the windows of a kind run; undefined for a kind that starts jobs. */
export function windowRuleOf(kind: WatchKind): WindowRule | undefined {
  return kindFactsOf(kind).window;
}
