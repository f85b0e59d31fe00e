import type { Incident } from '../incidents/incident.ts';
import type { Service } from '../lib/errors.ts';
import type { HoldReason } from '../alerts/alert-state.ts';
import type { Story } from '../stories/story.ts';
import type { SearchedState } from './search/search-query.ts';

/** A story, and how many of its articles were indexed today (UTC). */
export interface GrowingStory {
  story: Story;
  today: number;
}

/** What came for a brand: findings by UTC day of finding. */
export interface BrandDay {
  /** Absent: of watches without a brand. */
  brand?: string;
  /** Its name, where its watches have it. */
  name?: string;
  /** The last 8 days, the oldest first; the last one is today, so far. */
  days: readonly number[];
  /** The median of the days before today; absent where they are too few. */
  usual?: number;
  /** The five stories with the most articles today. */
  stories: readonly GrowingStory[];
}

/** Alerts that wait on a channel, by the reason. Without a reason they are due. */
export interface WaitingAlerts {
  channel: string;
  reason: HoldReason | 'due';
  count: number;
}

/** What a service was asked for this month (UTC). */
export interface ServiceUsage {
  service: Service;
  calls: number;
  credits: number;
}

/** Today at a glance. */
export interface OverviewView {
  /** The UTC day. */
  day: string;
  brands: readonly BrandDay[];
  /** Alerts that were made today, by what became of them. */
  alerts: Readonly<Record<SearchedState, number>>;
  waiting: readonly WaitingAlerts[];
  incidents: readonly Incident[];
  /** How many messages failed for good. */
  dead: number;
  /** How many watches there are, and how many need attention. */
  watches: { all: number; faulty: number };
  usage: readonly ServiceUsage[];
}

/** Fewer days than this say nothing about the usual. */
const LEAST_DAYS = 3;

/** What is usual for a day, from the days before it, the oldest first. Days before the first finding do not count. */
export function usualOf(before: readonly number[]): number | undefined {
  const first = before.findIndex((count) => count > 0);
  const days = first === -1 ? [] : before.slice(first).toSorted((a, b) => a - b);
  if (days.length < LEAST_DAYS) return undefined;
  const middle = Math.floor(days.length / 2);
  const [low = 0, high = 0] = [days[days.length % 2 === 0 ? middle - 1 : middle], days[middle]];
  return (low + high) / 2;
}
