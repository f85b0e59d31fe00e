import { DAY, SECOND } from '../time/instant.ts';
import type { WatchKind } from './watch.ts';
import { LONGEST_WINDOW, SHORTEST_WINDOW, type SplitRule } from '../time/window.ts';

/** How the windows of a kind of watch run: what its service can be asked, and what comes late there. */
export interface WindowRule extends SplitRule {
  /**
   * The time of an item that decides in which window it lies: when the service parsed it, when it was published, when
   * the service extracted it, or when a run first saw it.
   */
  time: 'parsed' | 'published' | 'extracted' | 'seen';
  /** What a window holds: items that become findings, or only numbers of them. */
  holds: 'items' | 'counts';
  /** A run looks back at least so far behind what is covered, whatever the watch says. */
  leastOverlap: number;
  /** The longest window worth one question. */
  longest: number;
  /** How far back the service can be asked at all: what is older when a run comes is lost. */
  reach?: number;
  /**
   * How late items are found, once a day: `count` counts each of the last days and covers again what holds more than is
   * stored, `ask` covers them again at once, `never` where an item cannot come late.
   */
  lookAgain: 'count' | 'ask' | 'never';
}

/** The kinds of watch that cover time window by window; a job of the extraction service looks over a span of its own. */
export type WindowedKind = Exclude<WatchKind, 'extraction'>;

const BY_PARSE_TIME: WindowRule = {
  time: 'parsed',
  holds: 'items',
  leastOverlap: 0,
  longest: LONGEST_WINDOW,
  shortest: SHORTEST_WINDOW,
  grain: SECOND,
  lookAgain: 'count',
};

/** A question that always ends now: a shorter window would ask for the same, so that none is ever cut. */
const UNTIL_NOW = { longest: Number.POSITIVE_INFINITY, shortest: Number.POSITIVE_INFINITY } as const;

/** News service, parameters by path and breaking news; events service, filter value forms. */
const WINDOW_RULES = {
  search: BY_PARSE_TIME,
  authors: BY_PARSE_TIME,
  similar: BY_PARSE_TIME,
  /** `when` in place of two dates. */
  headlines: { ...BY_PARSE_TIME, ...UNTIL_NOW, lookAgain: 'ask' },
  /** Without `by_parse_date`: an article is often parsed hours after it was published, and dated by the day alone. */
  links: { ...BY_PARSE_TIME, time: 'published', leastOverlap: DAY },
  /** The last 24 hours, whatever is asked; an old article can break today, so it counts when it is first seen. */
  breaking: { ...BY_PARSE_TIME, ...UNTIL_NOW, time: 'seen', reach: DAY, lookAgain: 'never' },
  /** Counts of a whole UTC day at a time, so that each answer replaces the one before. */
  volume: { ...BY_PARSE_TIME, holds: 'counts', grain: DAY, longest: DAY, shortest: DAY, lookAgain: 'ask' },
  /** Filters go by days, so a window begins at midnight; the day before is asked again. */
  events: {
    ...BY_PARSE_TIME,
    time: 'extracted',
    leastOverlap: DAY,
    grain: DAY,
    shortest: DAY,
    lookAgain: 'ask',
  },
} as const satisfies Record<WindowedKind, WindowRule>;

const rules: Readonly<Partial<Record<WatchKind, WindowRule>>> = WINDOW_RULES;

/** The rule of a kind of watch; undefined for a kind that does not run by windows. */
export function windowRuleOf(kind: WatchKind): WindowRule | undefined {
  return rules[kind];
}
