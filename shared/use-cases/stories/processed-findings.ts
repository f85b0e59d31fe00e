import type { Finding } from '../../domain/findings/finding.ts';
import { signatureOfFinding } from '../../domain/stories/similarity-profile.ts';
import { emptyWordLog, withWords, type WordLog } from '../../domain/stories/usual-words.ts';
import { HOUR } from '../../domain/time/instant.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import { type AlertsMade, joinAlertsMade, NO_ALERTS } from '../../domain/alerts/alert.ts';

/** So many hours before now the watch is sampled: often within the day, rarely before it. */
const HOURS_BEFORE = [1, 2, 4, 8, 16, 24, 48, 72];
const SAMPLE = 12;

/** The words of what a watch found in its last days and in this run. */
export interface RecentWords {
  log: WordLog;
  /** Whether what was stored before this run is in it. */
  hasStored: boolean;
}

/** Nothing has been found yet, and nothing read. */
export function noWords(): RecentWords {
  return { log: emptyWordLog(), hasStored: false };
}

/** The words with those of further findings. */
export function addWords({ log, hasStored }: RecentWords, found: readonly Finding[]): RecentWords {
  const words = found.map((finding) => ({ signature: signatureOfFinding(finding), at: finding.indexedAt }));
  return { log: withWords(log, words), hasStored };
}

/** The words with those of what was stored before, read once in a run. */
export async function readStoredWords(
  { ports, watch }: Pick<FindingScope, 'ports' | 'watch'>,
  recent: RecentWords,
): Promise<RecentWords> {
  if (recent.hasStored) return recent;
  const now = ports.clock.now();
  const instants = HOURS_BEFORE.map((hours) => now - hours * HOUR);
  const found = await ports.findings.foundFrom(watch.id, instants, SAMPLE);
  const stored = found.map(({ finding }) => finding);
  return { ...addWords(recent, stored), hasStored: true };
}

/** What came of some findings. */
export interface Processed extends AlertsMade {
  /** Findings stored for the first time. */
  stored: number;
  /** Ids of the stories of the findings that were grouped. */
  stories: ReadonlySet<string>;
  recent: RecentWords;
  /** False when the time was up before all of them were judged. */
  complete: boolean;
}

export function nothingProcessed(recent: RecentWords): Processed {
  return { ...NO_ALERTS, stored: 0, stories: new Set(), recent, complete: true };
}

/** What came of some findings and then of further ones. */
export function joinProcessed(before: Processed, after: Processed): Processed {
  return {
    ...joinAlertsMade(before, after),
    stored: before.stored + after.stored,
    stories: new Set([...before.stories, ...after.stories]),
    recent: after.recent,
    complete: after.complete,
  };
}
