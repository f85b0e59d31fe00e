import type { Channel } from '../../../shared/domain/channels/channel.ts';
import type { BriefView } from '../../../shared/domain/pages/inbox.ts';
import { MINUTE, SECOND, type Instant } from '../../../shared/domain/time/instant.ts';

/** How often it is looked what waits. */
const LOOK = 10 * SECOND;
/** How long a channel is silent after it was said what waits for its brief. */
const SAID_FOR = 10 * MINUTE;

export interface Announcing {
  channels: readonly Channel[];
  /** Reads what waits for the brief of a channel. */
  read: (channel: Channel) => Promise<BriefView>;
  /** The link to the page of a brief. */
  linkOf: (channel: string) => string;
  say: (text: string) => void;
  time: (at: Instant) => string;
  /** Milliseconds of a clock that only goes on. */
  elapsed: () => number;
}

/**
 * Says what waits for the brief of each channel when it has changed since, and has not changed between two looks: at most every ten
 * minutes, and at once when the first stories wait, or another brief is the next. Returns a function that looks once.
 */
export function briefAnnouncer({
  channels,
  read,
  linkOf,
  say,
  time,
  elapsed,
}: Announcing): () => Promise<void> {
  const seen = new Map<string, number>();
  const said = new Map<string, { stories: number; dueAt: Instant | undefined; at: number }>();
  return async () => {
    for (const channel of channels) {
      if (channel.brief === undefined) continue;
      const { name } = channel;
      const { stories, dueAt } = await read(channel);
      const isSettled = seen.get(name) === stories;
      seen.set(name, stories);
      const last = said.get(name);
      if (!isSettled || stories === (last?.stories ?? 0)) continue;
      const isNews = last === undefined || last.stories === 0 || last.dueAt !== dueAt;
      if (stories > 0 && !isNews && elapsed() < last.at + SAID_FOR) continue;
      said.set(name, { stories, dueAt, at: elapsed() });
      if (stories === 0 || dueAt === undefined) continue;
      const what = stories === 1 ? '1 story' : `${stories} stories`;
      say(`Next brief of ${name} at ${time(dueAt)}: ${what} so far. ${linkOf(name)}`);
    }
  };
}

/** Looks again and again until it is stopped. A look that fails is repeated. */
export function announceBriefs(given: Announcing): () => void {
  const look = briefAnnouncer(given);
  const timer = setInterval(() => void look().catch(() => undefined), LOOK);
  timer.unref();
  return () => clearInterval(timer);
}
