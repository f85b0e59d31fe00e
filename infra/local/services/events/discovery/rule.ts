import type { EventType } from '../../../../../shared/domain/services/event-filters.ts';
import type { Instant } from '../../../../../shared/domain/time/instant.ts';
import { dayIn } from './event-day.ts';
import type { Report } from './report.ts';

/** What a rule has read out of one article. */
export interface Finding {
  company: string | null;
  /** What distinguishes events where the company alone does not; without it the company does. */
  subject?: string;
  /** The figure that distinguishes two events of one subject: people, money, accounts, a rate. */
  figure: number | undefined;
  /** A share in percent, which distinguishes as well where it is given beside the figure or in its place. */
  share?: number | undefined;
  /** Undefined: the day of publication. */
  eventAt: Instant | undefined;
  /** Reads the other facts. Called once an event; articles that repeat it are spared the work. */
  describe(): Readonly<Record<string, unknown>>;
}

/** How one type of event is found in articles. */
export interface DiscoveryRule {
  type: EventType;
  /** A cheap test: only texts that fit are read by the rule. */
  trigger: RegExp;
  /** Undefined when the article reports no such event, or not who it concerns. */
  read(report: Report): Finding | undefined;
}

/** The first value that a reader finds in the sentences, with the sentence. */
export function firstIn<T>(
  sentences: readonly string[],
  read: (sentence: string) => T | undefined,
): { value: T; sentence: string } | undefined {
  for (const sentence of sentences) {
    const value = read(sentence);
    if (value !== undefined) return { value, sentence };
  }
  return undefined;
}

/** The day that the telling sentences name, else one that the sentences behind the title name. */
export function dayOf({ sentences, publishedAt }: Report, group: readonly string[]): Instant | undefined {
  return firstIn([...group, ...sentences.slice(1, 3)], (sentence) => dayIn(sentence, publishedAt))?.value;
}

/** The fields of an event that have a value. */
export function known(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const has = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => has(value)));
}

/** The clause that gives a reason: behind `due to`, `amid`, `citing`, up to the next stop. */
export function reasonIn(text: string): string | undefined {
  const found =
    /\b(?:due to|because of|amid|citing|as part of|in response to|caused by|following|owing to|blam(?:es|ed|ing))\s+([^.;,]{4,120})/i.exec(
      text,
    );
  return found?.[1]?.trim();
}
