import type { Ports } from '../ports/ports.ts';
import { type CoveredSpans, mergeWindows } from '../../domain/reports/coverage-days.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { kindFactsOf } from '../../domain/watches/watch-kinds.ts';
import type { Window } from '../../domain/time/window.ts';

type StatePorts = Pick<Ports, 'states'>;

/** The spans that the watches of a brand have covered, by what they find. A watch that only counts finds neither. */
export async function readCoveredSpans(watches: readonly Watch[], ports: StatePorts): Promise<CoveredSpans> {
  const articles: Window[][] = [];
  const items: Window[][] = [];
  for (const { id, kind } of watches) {
    const { finds, window } = kindFactsOf(kind);
    if (window?.holds === 'counts') continue;
    const covered = await readCovered(id, ports);
    (finds === 'articles' ? articles : items).push(covered);
  }
  return { articles, items };
}

/** The spans that a watch has covered by its runs and its last backfill: without overlaps, oldest first. */
export async function readCovered(watchId: string, { states }: StatePorts): Promise<Window[]> {
  const tracks = [await states.read(watchId, 'live'), await states.read(watchId, 'backfill')];
  const covered = tracks.flatMap((track): Window[] => {
    const { coveredFrom: from, coveredUntil: to } = track ?? {};
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
  return mergeWindows(covered);
}
