import type { Finding } from '../../domain/finding.ts';
import { inParallel } from '../../domain/in-parallel.ts';
import { idMarkOf, marksOf } from '../../domain/record-marks.ts';
import type { Advance, CollectPorts } from './advance.ts';

/**
 * Gives records that tell what an earlier job of the watch told the fingerprint of that finding, so that they are known.
 * Who takes the same page again comes to the same: what was recognised once is kept under the service's id.
 */
export async function recogniseRecords(
  advance: Advance<CollectPorts>,
  records: readonly Finding[],
): Promise<Finding[]> {
  const { watch, ports } = advance;
  const named = await ports.marks.read(
    watch.id,
    records.map(({ fingerprint }) => idMarkOf(fingerprint)),
  );
  const names = new Map<string, string>();
  const strange: Finding[] = [];
  for (const record of records) {
    const mark = named.get(idMarkOf(record.fingerprint));
    if (mark) names.set(record.fingerprint, mark.fingerprint);
    else strange.push(record);
  }
  await inParallel(strange, async (record) => {
    names.set(record.fingerprint, await recognise(advance, record));
  });
  return records.map((record) => ({
    ...record,
    fingerprint: names.get(record.fingerprint) ?? record.fingerprint,
  }));
}

/** Two jobs may meet the same fact at once: the first to put a mark is followed by the other. */
async function recognise({ extraction, watch, ports }: Advance<CollectPorts>, record: Finding) {
  const { id: extractionId, expiresAt } = extraction;
  let { fingerprint } = record;
  for (const id of marksOf(record)) {
    const held = await ports.marks.claim(watch.id, { id, fingerprint, extractionId, expiresAt });
    if (held.extractionId === extractionId || held.fingerprint === fingerprint) continue;
    const own = idMarkOf(held.fingerprint);
    fingerprint = (await ports.marks.read(watch.id, [own])).get(own)?.fingerprint ?? held.fingerprint;
  }
  const id = idMarkOf(record.fingerprint);
  return (await ports.marks.claim(watch.id, { id, fingerprint, extractionId, expiresAt })).fingerprint;
}
