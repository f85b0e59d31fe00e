import { sumAlertsPut, type AlertsPut } from '../../../domain/alerts/alerts-put.ts';
import type { Finding } from '../../../domain/findings/finding.ts';
import { emptyLog } from '../../../domain/stories/usual-words.ts';
import type { Instant } from '../../../domain/time/instant.ts';
import type { Watch } from '../../../domain/watches/watch.ts';
import { judgeLeftOver } from '../../alerts/judge-findings.ts';
import type { Judging } from '../../context/judging.ts';
import { rememberChannels } from '../../context/remember-channels.ts';
import { collectCounts } from '../../extraction/collect-alerts.ts';
import { uniqueRecords } from '../../extraction/unique-records.ts';
import { recogniseRecords } from '../../findings/recognise-records.ts';
import { recordChanges } from '../../findings/record-changes.ts';
import { storeFindings } from '../../findings/store-findings.ts';
import type { RecordKeys } from '../../ports/extraction-ports.ts';
import type { RecordReading, SeenRecords } from '../../ports/upstream-ports.ts';

export function recordReadingFor({ exclude, keep }: Watch, now: Instant): RecordReading {
  return { exclude, keepRaw: keep === 'full', now };
}

export type StoreRecordsPorts = Judging['ports'] & { marks: RecordKeys };

/** Records, and the job of those that do not name one themselves. */
export interface ReadRecords extends Pick<SeenRecords, 'findings' | 'origins' | 'raw'> {
  jobId: string;
}

/** How many records were new, how many known ones had changed, and what became of them. */
export interface StoredRecords extends AlertsPut {
  new: number;
  changed: number;
  stories: number;
}

export function sumStoredRecords(parts: readonly StoredRecords[]): StoredRecords {
  const sum = (key: 'new' | 'changed' | 'stories') => parts.reduce((total, part) => total + part[key], 0);
  return { ...sumAlertsPut(parts), new: sum('new'), changed: sum('changed'), stories: sum('stories') };
}

/**
 * Stores and judges records outside a run. A record that reports what a record of an earlier job reported is that finding;
 * a known one with other content is stored again and not notified again.
 */
export async function storeRecords(
  { findings, origins, raw, jobId }: ReadRecords,
  { ports: given, watch }: { ports: StoreRecordsPorts; watch: Watch },
): Promise<StoredRecords> {
  const ports = { ...given, definitions: rememberChannels(given.definitions) };
  const judging: Omit<Judging, 'outcome'> = {
    ports,
    watch,
    past: { words: emptyLog() },
    stories: new Set(),
    finish: Number.POSITIVE_INFINITY,
    state: {},
    order: { track: 'live' },
  };
  const left = await collectCounts((outcome) => judgeLeftOver({ ...judging, outcome }));
  const originOf = ({ fingerprint }: Finding) => origins.get(fingerprint) ?? jobId;
  const expiresAt = ports.clock.now() + watch.retention;
  const records = uniqueRecords(await recogniseRecords({ watch, ports, originOf, expiresAt }, findings));
  const changes = await collectCounts((outcome) =>
    recordChanges({ ports, watch, outcome }, records, { silent: false }),
  );
  const storing = await collectCounts((outcome) => storeFindings({ ...judging, outcome }, records, raw));
  return {
    ...sumAlertsPut([left.counts, changes.counts, storing.counts]),
    new: storing.result.stored,
    changed: changes.result,
    stories: storing.counts.stories,
  };
}
