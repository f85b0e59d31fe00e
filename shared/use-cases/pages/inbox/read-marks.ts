import { inParallel } from '../../../domain/lib/in-parallel.ts';
import { type CountedAlerts, countMarks, type WatchMarks } from '../../../domain/pages/reader-marks.ts';
import { dayAfter, dayOf, type Instant } from '../../../domain/time/instant.ts';
import type { PagePorts } from '../page-ports.ts';
import { readWatchActions } from '../read-watch-actions.ts';

/** Of how many days alerts are counted, and how many alerts at most: whole days, the latest first. */
const DAYS = 31;
const MOST_ALERTS = 2_000;

type MarkPorts = Pick<PagePorts, 'alerts' | 'definitions' | 'readerActions'>;

/** What readers marked of the alerts of the last 31 days, for each watch with a mark, most of what is not relevant first. */
export async function readMarks(ports: MarkPorts, now: Instant): Promise<WatchMarks[]> {
  const watches = await ports.definitions.watches();
  const marked = await inParallel(watches, async (watch) => ({
    watch,
    actions: await ports.readerActions.of(watch.id),
  }));
  const withMarks = marked.filter(({ actions }) => actions.some(({ undoneAt }) => undoneAt === undefined));
  if (withMarks.length === 0) return [];
  const { byWatch } = await countAlerts(ports, now);
  const marks = await inParallel(withMarks, async ({ watch, actions }) => ({
    watchId: watch.id,
    ...countMarks(actions, byWatch.get(watch.id) ?? new Set()),
    proposed: (await readWatchActions(watch.id, { watch, ports })).proposed,
  }));
  return marks
    .filter(({ notRelevant, acknowledged }) => notRelevant + acknowledged > 0)
    .toSorted((one, other) => other.notRelevant - one.notRelevant);
}

/** The ids of alerts by watch. It stops behind a day with which there are too many. */
async function countAlerts({ alerts }: Pick<MarkPorts, 'alerts'>, now: Instant): Promise<CountedAlerts> {
  const byWatch = new Map<string, Set<string>>();
  let counted = 0;
  let days = 0;
  for (; days < DAYS && counted < MOST_ALERTS; days += 1) {
    const made = await alerts.latestOn(dayAfter(dayOf(now), -days), MOST_ALERTS);
    counted += made.length;
    for (const { alert } of made) {
      if (alert.watchId === undefined) continue;
      const ids = byWatch.get(alert.watchId) ?? new Set<string>();
      byWatch.set(alert.watchId, ids.add(alert.id));
    }
  }
  return { byWatch, days };
}
