import type { Ports } from '../ports/ports.ts';
import { UpstreamError } from '../../domain/lib/errors.ts';
import { idOf } from '../../domain/lib/hash.ts';
import { HOUR } from '../../domain/time/instant.ts';
import { type Period, periodWindow } from '../../domain/reports/period.ts';
import type { CountedVoiceRow, ServiceVoice } from '../../domain/reports/report-numbers.ts';
import type { Brand, Named } from '../../domain/reports/report-plan.ts';
import { sharesOf } from '../../domain/reports/shares.ts';
import type { CallLimits } from '../ports/clock.ts';
import type { StoredCounts } from '../../store/reports.ts';

export type VoicePorts = Pick<Ports, 'clock' | 'nameCounts' | 'counter'>;

interface VoiceOrder {
  reportId: string;
  brand: Brand;
  /** Competitors that no watch covers. */
  uncovered: readonly Named[];
  period: Period;
  before: Period;
  retention: number;
}

interface CountedVoices {
  service?: ServiceVoice;
  uncounted: readonly string[];
  calls: number;
}

/**
 * Asks the service to count the brand and those competitors that no watch covers, all by their names alone, so that they
 * can be compared. Counts of a period are stored and not requested again. Where the service cannot be asked, they are
 * named as not counted.
 */
export async function countVoices(
  order: VoiceOrder,
  ports: VoicePorts,
  limits: CallLimits,
): Promise<CountedVoices> {
  const { brand, uncovered, period, before } = order;
  if (uncovered.length === 0) return { uncounted: [], calls: 0 };
  const names = [brand, ...uncovered];
  try {
    const now = await countNames(names, { order, of: period, ports, limits });
    const earlier = await countNames(names, { order, of: before, ports, limits });
    return {
      service: {
        now: rowsOf(names, { brand, counts: now }),
        before: rowsOf(names, { brand, counts: earlier }),
        window: now.window,
        windowBefore: earlier.window,
      },
      uncounted: [],
      calls: now.calls + earlier.calls,
    };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { uncounted: uncovered.map(({ names: [name], id }) => name ?? id), calls: 0 };
  }
}

/** Counts of a period that has not ended are not stored: they change. */
async function countNames(
  names: readonly Named[],
  { order, of, ports, limits }: { order: VoiceOrder; of: Period; ports: VoicePorts; limits: CallLimits },
): Promise<StoredCounts> {
  const asked = names.map((name) => [name.id, ...name.names]);
  const key = idOf('counts', order.reportId, of.first, of.last, of.timezone, JSON.stringify(asked));
  const known = await ports.nameCounts.get(key);
  if (known) return known;
  const now = ports.clock.now();
  const { from, to } = periodWindow(of);
  const window = { from, to: Math.min(to, Math.floor(now / HOUR) * HOUR) };
  const articles: Record<string, number> = {};
  let calls = 0;
  for (const { id, names: written } of window.from < window.to ? names : []) {
    const exclude = excludedOf(id, order.brand);
    const answer = await ports.counter.count({ names: written, exclude }, window, limits);
    articles[id] = answer.articles;
    calls += answer.calls;
  }
  const counts = { window, articles, calls, expiresAt: now + order.retention };
  if (to <= now) await ports.nameCounts.put(key, counts);
  return counts;
}

/** Only the brand has phrases that show that something else is meant. */
function excludedOf(id: string, brand: Brand): readonly string[] {
  return id === brand.id ? brand.exclude : [];
}

function rowsOf(
  names: readonly Named[],
  { brand, counts: { articles } }: { brand: Brand; counts: StoredCounts },
): CountedVoiceRow[] {
  const amounts = names.map(({ id }) => articles[id] ?? 0);
  const shares = sharesOf(amounts);
  return names.map(({ id, names: written }, index) => ({
    id,
    name: written[0] ?? id,
    names: written,
    exclude: excludedOf(id, brand),
    articles: amounts[index] ?? 0,
    share: shares[index] ?? 0,
  }));
}
