import type { Channel } from '../../../shared/domain/channels/channel.ts';
import type { BriefView } from '../../../shared/domain/pages/inbox.ts';
import { SECOND, type Instant } from '../../../shared/domain/time/instant.ts';

/** How often it is looked what waits. */
const LOOK = 10 * SECOND;

export interface Announcing {
  channels: readonly Channel[];
  /** Reads what waits for the brief of a channel. */
  read: (channel: Channel) => Promise<BriefView>;
  /** The link to the page of a brief. */
  linkOf: (channel: string) => string;
  say: (text: string) => void;
  time: (at: Instant) => string;
}

/**
 * Says what waits for the brief of each channel when it has changed since, and has not changed between two looks. Returns a
 * function that looks once.
 */
export function briefAnnouncer({ channels, read, linkOf, say, time }: Announcing): () => Promise<void> {
  const seen = new Map<string, number>();
  const said = new Map<string, number>();
  return async () => {
    for (const channel of channels) {
      if (channel.digest === undefined) continue;
      const { name } = channel;
      const { stories, dueAt } = await read(channel);
      const isSettled = seen.get(name) === stories;
      seen.set(name, stories);
      if (!isSettled || stories === (said.get(name) ?? 0)) continue;
      said.set(name, stories);
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
