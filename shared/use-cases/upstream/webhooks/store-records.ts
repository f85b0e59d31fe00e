import { joinAlertsMade, type AlertsMade } from '../../../domain/alerts/alert.ts';
import type { Finding } from '../../../domain/findings/finding.ts';
import type { Instant } from '../../../domain/time/instant.ts';
import type { Watch } from '../../../domain/watches/watch.ts';
import { recordChanges, rememberChannels } from '../../alerts/put-alerts.ts';
import type { FindingPorts, FindingScope } from '../../context/finding-scope.ts';
import { uniqueRecords } from '../../extraction/unique-records.ts';
import { recogniseRecords } from '../../findings/recognise-records.ts';
import type { RecordKeys } from '../../ports/findings.ts';
import type { RecordReading, SeenRecords } from '../../ports/upstream.ts';
import { judgeLeftOver, processFindings } from '../../run/pipeline.ts';
import { noWords } from '../../stories/group-findings.ts';

export function recordReadingFor({ exclude, keep }: Watch, now: Instant): RecordReading {
  return { exclude, keepRaw: keep === 'full', now };
}

export type StoreRecordsPorts = FindingPorts & { marks: RecordKeys };

/** Records, and the job of those that do not name one themselves. */
export interface ReadRecords extends Pick<SeenRecords, 'findings' | 'origins' | 'raw'> {
  jobId: string;
}

/** How many records were new, how many known ones had changed, and what became of them. */
export interface StoredRecords extends AlertsMade {
  new: number;
  changed: number;
  stories: number;
}

export function sumStoredRecords(parts: readonly StoredRecords[]): StoredRecords {
  const sum = (key: 'new' | 'changed' | 'stories') => parts.reduce((total, part) => total + part[key], 0);
  return { ...joinAlertsMade(...parts), new: sum('new'), changed: sum('changed'), stories: sum('stories') };
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
  const scope: FindingScope = { ports, watch, track: 'live', finish: Number.POSITIVE_INFINITY };
  const left = await judgeLeftOver(scope, noWords());
  const originOf = ({ fingerprint }: Finding) => origins.get(fingerprint) ?? jobId;
  const expiresAt = ports.clock.now() + watch.retention;
  const records = uniqueRecords(await recogniseRecords({ watch, ports, originOf, expiresAt }, findings));
  const changes = await recordChanges(scope, records, { silent: false });
  const processed = await processFindings(scope, { findings: records, raw }, left.recent);
  return {
    ...joinAlertsMade(left, changes, processed),
    new: processed.stored,
    changed: changes.changed,
    stories: processed.stories.size,
  };
}
