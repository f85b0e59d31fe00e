import { foundItemOf } from '../../../shared/domain/findings/finding.ts';
import { contains, type Window } from '../../../shared/domain/time/instant.ts';
import type { FeedList } from '../../../shared/domain/feeds/feed.ts';
import { NEWS_ANSWER_CAP } from '../../../shared/domain/services/news-rules.ts';
import { serviceOf, type Watch } from '../../../shared/domain/watches/watch.ts';
import { feedsSource } from '../../../shared/providers/feeds/feeds-source.ts';
import { sourceByService } from '../../../shared/use-cases/collect/run-watch.ts';
import type { Clock } from '../../../shared/use-cases/ports/clock.ts';
import type { FeedFinds } from '../../../shared/store/feeds.ts';
import type { FoundPage, Source } from '../../../shared/use-cases/ports/services.ts';
import { type Recordings, recordingKeyOf } from './record-past.ts';

/** What a replay reads instead of the services and the poller. */
export interface Past {
  recordings: Recordings;
  /** What the poller found in the span, in its parts. Absent: watches of feeds have recordings, too. */
  feeds?: readonly FeedFinds[];
}

/**
 * The services and the poller as they were: a query gets what was recorded of its window, as far as it had happened by
 * the time of the clock. Pages are as long as those of the service, so that runs count their calls as they would be.
 */
export function recordedSource(
  past: Past,
  { clock, feedLists }: { clock: Pick<Clock, 'now'>; feedLists: readonly FeedList[] },
): Source {
  const recorded = recordedService(past.recordings, clock);
  const { feeds } = past;
  if (!feeds) return recorded;
  const shelf = {
    feedLists: { all: async () => [...feedLists] },
    feeds: {
      round: async () => ({
        until: clock.now(),
        lists: feedLists.map(({ name }) => ({ name, since: 0, wholeSince: 0 })),
      }),
      finds: (window: Window) => findsIn(feeds, window),
    },
  };
  return sourceByService({ news: recorded, events: recorded, feeds: feedsSource(shelf) });
}

function recordedService(recordings: Recordings, clock: Pick<Clock, 'now'>): Source {
  const answer = (watch: Watch, window: Window): Pick<FoundPage, 'items' | 'counts' | 'hits'> => {
    const { findings, counts } = recordings.get(recordingKeyOf(watch)) ?? { findings: [], counts: [] };
    const seen = { from: window.from, to: Math.min(window.to, clock.now()) };
    if (watch.kind === 'volume') {
      const frames = counts.filter(({ from }) => contains(seen, from));
      return { items: [], counts: frames, hits: frames.reduce((sum, { count }) => sum + count, 0) };
    }
    const found = findings.filter(({ indexedAt }) => contains(seen, indexedAt));
    return { items: found.map((one) => foundItemOf(one)), hits: found.length };
  };
  return {
    fetchPage: async ({ watch, window, page }) => {
      const { items, ...rest } = answer(watch, window);
      const size = serviceOf(watch.kind) === 'news' ? NEWS_ANSWER_CAP : Math.max(1, items.length);
      return {
        ...rest,
        items: items.slice((page - 1) * size, page * size),
        pages: Math.max(1, Math.ceil(items.length / size)),
        refused: 0,
        capped: false,
        calls: 1,
      };
    },
    count: async ({ watch, window }) => ({ hits: answer(watch, window).hits, calls: 1 }),
  };
}

/** The items that the poller first saw in a window, and the spans that it recognised as missed in it. */
async function* findsIn(parts: readonly FeedFinds[], window: Window): AsyncGenerator<FeedFinds> {
  for (const part of parts) {
    const items = part.items.filter(({ seenAt }) => contains(window, seenAt));
    const missed = part.missed.filter(({ to }) => contains(window, to));
    if (items.length + missed.length > 0) yield { items, missed };
  }
}
