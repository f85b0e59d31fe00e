import { isPolled } from '../../../shared/domain/lib/errors.ts';
import { CliFailure } from '../failure.ts';
import { printAmount, printNumber } from '../print-values.ts';
import type { Stack } from '../stack/stack.ts';
import type { FeedList } from '../../../shared/domain/feeds/feed.ts';
import { type Finding, foundItemOf } from '../../../shared/domain/findings/finding.ts';
import type { FrameCount } from '../../../shared/domain/runs/run-state.ts';
import { NEWS_ANSWER_CAP } from '../../../shared/domain/services/news-rules.ts';
import { type Window, contains, halvesOf, openRange, slicesOf } from '../../../shared/domain/time/instant.ts';
import {
  type Watch,
  type WindowRule,
  serviceOf,
  windowRuleOf,
} from '../../../shared/domain/watches/watch.ts';
import { feedsSource } from '../../../shared/providers/feeds/feeds-source.ts';
import type { FeedFinds } from '../../../shared/store/feeds.ts';
import { readItems } from '../../../shared/use-cases/collect/insert-findings.ts';
import { sourceByService } from '../../../shared/use-cases/collect/run-watch.ts';
import type { Clock } from '../../../shared/use-cases/ports/clock.ts';
import type { FoundPage, Source } from '../../../shared/use-cases/ports/services.ts';

/** What a service answers to the query of a watch for a span. */
interface Recording {
  /** Each once, in the order in which the service answers: the newest first. */
  findings: readonly Finding[];
  /** For a watch that counts. */
  counts: readonly FrameCount[];
}

/** What the services answer to the queries of some watches, by the key of the query. */
type Recordings = ReadonlyMap<string, Recording>;

/** Watches with the same key get the same answers. */
export function recordingKeyOf({ version, withNlp }: Watch): string {
  return `${version}${withNlp ? '/nlp' : ''}`;
}

const NO_DEADLINE = { deadline: Number.POSITIVE_INFINITY };

/**
 * Asks the services what each query matched in a span, and in what its first run looks back over. Each query is asked
 * once, however many watches of both files have it; pages and windows are those of runs.
 *
 * @throws CliFailure when more calls are needed than the budget has; UpstreamError when a service refuses.
 */
export async function recordPast(
  watches: readonly Watch[],
  { span, budget, ask }: { span: Window; budget: CallBudget; ask: Stack['askService'] },
): Promise<Recordings> {
  const recordings = new Map<string, Recording>();
  for (const [key, same] of Map.groupBy(watches, recordingKeyOf)) {
    const [watch] = same;
    const service = watch && serviceOf(watch.kind);
    const rule = watch && windowRuleOf(watch.kind);
    if (!watch || !rule || service === undefined || service === 'extraction' || isPolled(service)) continue;
    const from = Math.min(...same.map((one) => startOf(one, rule, span)));
    const recording = await ask(service, (source) =>
      record({ watch, rule, source, budget }, { from, to: span.to }),
    );
    recordings.set(key, recording);
  }
  return recordings;
}

/** Where the first window of a watch can begin, a run's overlap before what it looks back over. */
function startOf({ lookback, overlap }: Watch, rule: WindowRule, { from }: Window): number {
  const back = Math.min(lookback, rule.reach ?? lookback);
  const { grain, leastOverlap } = rule;
  return openRange({ now: from, start: from - back, overlap: Math.max(overlap, leastOverlap), grain }).from;
}

interface Asking {
  watch: Watch;
  rule: WindowRule;
  source: Source;
  budget: CallBudget;
}

async function record(asking: Asking, span: Window): Promise<Recording> {
  const windows: Map<string, Finding>[] = [];
  const counts = new Map<number, FrameCount>();
  const open = slicesOf(span, asking.rule).toReversed();
  for (let window = open.pop(); window; window = open.pop()) {
    const findings = new Map<string, Finding>();
    windows.unshift(findings);
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      asking.budget.need(pages - page + 1);
      const found = await asking.source.fetchPage({ watch: asking.watch, window, page }, NO_DEADLINE);
      asking.budget.note(found.calls);
      const halves = found.capped && page === 1 ? halvesOf(window, asking.rule) : undefined;
      if (halves) {
        open.push(...halves.toReversed());
        break;
      }
      ({ pages } = found);
      for (const finding of readItems(found.items).findings)
        if (contains(window, finding.indexedAt)) findings.set(finding.fingerprint, finding);
      for (const frame of found.counts ?? []) counts.set(frame.from, frame);
    }
  }
  return {
    findings: windows.flatMap((findings) => [...findings.values()]),
    counts: [...counts.values()].toSorted((a, b) => a.from - b.from),
  };
}

/** Counts the calls of a command to the services, and ends it before they are too many. */
export interface CallBudget {
  readonly used: number;
  readonly most: number;
  /** To be called before `calls` are made. @throws CliFailure when they are more than are left. */
  need(calls: number): void;
  /** To be called with the calls that were made, retries included. */
  note(calls: number): void;
}

export function callBudget(most: number): CallBudget {
  let used = 0;
  return {
    get used() {
      return used;
    },
    most,
    need(calls) {
      if (used + calls <= most) return;
      throw new CliFailure(
        `The replay needs more than ${printAmount(most, 'call')} to the services. It has used ${printNumber(used)} and would need at least ${printNumber(calls)} more. Nothing was sent or changed.`,
        { hint: `replay fewer days (--days 7), or allow more calls (--max-calls ${most * 4})` },
      );
    },
    note(calls) {
      used += calls;
    },
  };
}

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
