import type { Finding } from '../../domain/findings/finding.ts';
import type { UnusableItem } from '../../domain/findings/quarantine.ts';
import { idKeyOf, recordKeysOf } from '../../domain/findings/revision.ts';
import { isFaultOfItem } from '../../domain/lib/errors.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { headlineOf } from '../../domain/text/headline.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { Ports } from '../ports/ports.ts';
import type { FoundItems } from '../ports/services.ts';
import { unusableFinding } from './insert-findings.ts';

/** The watch whose records are recognised, and the job that each comes from. */
interface Recognising {
  watch: Pick<Watch, 'id'>;
  ports: Pick<Ports, 'recordKeys'>;
  /** Names the job that gave a record: two records of one job are two facts, however alike they are. */
  originOf: (record: Finding) => string;
  /** When the store may forget the keys. */
  expiresAt: Instant;
}

/** Records under the fingerprints of their findings, and those at which our code or the store fails. */
interface Recognised {
  records: Finding[];
  unusable: UnusableItem[];
}

/**
 * Gives a record that states the same fact as a record of an earlier job the fingerprint of that finding, so that it
 * is known, and every record its title as readers see it. Doing it twice gives the same result: what was recognised
 * once is stored under the service's id. Of each fingerprint the last record is returned: pages of a job at work can
 * shift between calls. A record that cannot be recognised leaves the others alone.
 */
export async function recogniseRecords(
  recognising: Recognising,
  { findings, sources }: Pick<FoundItems, 'findings' | 'sources'>,
): Promise<Recognised> {
  const { watch, ports } = recognising;
  const named = await ports.recordKeys.read(
    watch.id,
    findings.map(({ fingerprint }) => idKeyOf(fingerprint)),
  );
  const unusable: UnusableItem[] = [];
  const records = await inParallel(findings, async (record): Promise<Finding | undefined> => {
    try {
      const known = named.get(idKeyOf(record.fingerprint))?.fingerprint;
      const fingerprint = known ?? (await recognise(recognising, record));
      // Only now: the keys are made of the title as the service wrote it.
      return { ...record, fingerprint, title: headlineOf(record.title, record.outlet) };
    } catch (error) {
      if (!isFaultOfItem(error)) throw error;
      unusable.push(unusableFinding({ finding: record }, { error, sources, what: 'recognised' }));
      return undefined;
    }
  });
  const last = new Map<string, Finding>();
  for (const record of records) if (record) last.set(record.fingerprint, record);
  return { records: [...last.values()], unusable };
}

/** Two jobs may bring the same fact at once: the other follows the first that puts a key. */
async function recognise({ watch, ports, originOf, expiresAt }: Recognising, record: Finding) {
  const extractionId = originOf(record);
  let { fingerprint } = record;
  for (const id of recordKeysOf(record)) {
    const held = await ports.recordKeys.claim(watch.id, { id, fingerprint, extractionId, expiresAt });
    if (held.extractionId === extractionId || held.fingerprint === fingerprint) continue;
    const own = idKeyOf(held.fingerprint);
    fingerprint = (await ports.recordKeys.read(watch.id, [own])).get(own)?.fingerprint ?? held.fingerprint;
  }
  const id = idKeyOf(record.fingerprint);
  return (await ports.recordKeys.claim(watch.id, { id, fingerprint, extractionId, expiresAt })).fingerprint;
}
