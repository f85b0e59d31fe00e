import type { Store } from '../../../shared/store/open-store.ts';
import type { Finding, StoredFinding } from '../../../shared/domain/findings/finding.ts';
import { DAY, HOUR, MINUTE, type Instant } from '../../../shared/domain/time/instant.ts';
import { daysBefore } from '../../../shared/domain/reports/period.ts';
import { reportLink } from '../../../shared/domain/pages/signed-link.ts';
import { renderReport } from '../../../shared/render/report/render-report.ts';
import type { ReportPorts } from '../../../shared/use-cases/reports/write-report.ts';
import { aChannel, aFinding, aReportPlan, aWatch, NOON } from '../../ports/examples.ts';
import { heldClock, memoryReportFiles } from '../../ports/memory-services.ts';
import { memoryStore } from '../../store/memory-store.ts';
import { storeFindings } from '../../store/store-findings.ts';

/** What one call may take. */
export const LIMITS = { deadline: NOON + 5 * MINUTE };

export const RIVALS = [
  { id: 'globex', names: ['Globex'] },
  { id: 'initech', names: ['Initech'] },
];

/** A report on Acme and its competitors. */
export const PLAN = aReportPlan({
  brand: { id: 'acme', names: ['Acme Corp'], exclude: [], competitors: RIVALS },
});

/** The days of that report at noon. */
export const PERIOD = daysBefore(NOON, PLAN);

/** A store with three watches of two brands, a channel and these findings. */
export async function stored(findings: readonly StoredFinding[]) {
  const store = memoryStore();
  for (const id of ['acme-news', 'acme-trouble'])
    await store.definitions.putWatch(aWatch({ id, brand: 'acme' }));
  await store.definitions.putWatch(aWatch({ id: 'globex-watch', brand: 'globex' }));
  await store.definitions.putChannel(aChannel());
  await storeFindings(store, findings);
  return store;
}

/** Everything a report needs, over a store in memory and a service that counts by a table. */
export function reportPorts(
  store: Store,
  { now = NOON, counts = {} }: { now?: Instant; counts?: Record<string, number> } = {},
) {
  const files = memoryReportFiles();
  const asked: string[] = [];
  const clock = heldClock(now);
  const links = { base: 'https://pages.example.com', keys: ['key'] };
  const ports: ReportPorts & Pick<Store, 'reportPlans'> = {
    ...store,
    clock,
    files,
    render: async (...given) => renderReport(...given),
    spreadsheet: async () => new Uint8Array(),
    retention: 400 * DAY,
    linkOf: async (id) => reportLink(id, links),
    counter: {
      count: async ({ names: [name = ''] }) => {
        asked.push(name);
        return { articles: counts[name] ?? 0, calls: 1 };
      },
    },
  };
  return { ports, files: files.files, asked, clock };
}

/** A stored article of a watch: published so many days before noon, found so many days later. */
export function anArticle(
  n: number,
  {
    watchId = 'acme-news',
    daysAgo = 1,
    foundAfter = 0,
    ...finding
  }: Partial<Finding> & { watchId?: string; daysAgo?: number; foundAfter?: number } = {},
): StoredFinding {
  const publishedAt = NOON - daysAgo * DAY - HOUR;
  return {
    watchId,
    foundAt: publishedAt + HOUR + foundAfter * DAY,
    expiresAt: NOON + 400 * DAY,
    verdict: { silent: 'same-story' },
    finding: aFinding(n, { publishedAt, indexedAt: publishedAt, ...finding }),
  };
}

/** A watch has covered all from an instant until noon. */
export async function coverSince(
  store: Awaited<ReturnType<typeof stored>>,
  { from, ...track }: { watchId: string; track: 'live' | 'backfill'; from: number },
): Promise<void> {
  const state = await store.states.acquire(track, { owner: 'a', until: NOON + HOUR }, NOON);
  await store.states.save(state!, { set: { coveredFrom: from, coveredUntil: NOON }, release: true });
}
