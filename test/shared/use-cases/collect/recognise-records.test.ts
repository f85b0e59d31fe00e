import { expect, it } from 'vitest';
import { idKeyOf, recordKeysOf } from '../../../../shared/domain/findings/revision.ts';
import { recogniseRecords } from '../../../../shared/use-cases/collect/recognise-records.ts';
import { aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { memoryStore } from '../../../store/memory-store.ts';

const record = (fingerprint: string, title: string) =>
  aFinding(1, {
    fingerprint,
    service: 'extraction',
    type: 'record',
    title,
    outlet: { domain: 'reuters.com' },
    articles: [{ title: 'Acme', link: 'https://reuters.com/1' }],
  });

it('a record keeps the keys of its title as written, and has the title that readers see', async () => {
  const written = record('r-1', 'Acme&#39;s plant in Leipzig closes - Reuters');
  const recordKeys = memoryStore().recordKeys;
  const watch = aWatch();
  const claim = { fingerprint: 'r-1', extractionId: 'job-1', expiresAt: NOON };
  for (const id of [...recordKeysOf(written), idKeyOf('r-1')])
    await recordKeys.claim(watch.id, { id, ...claim });
  const { records } = await recogniseRecords(
    { watch, ports: { recordKeys }, originOf: () => 'job-2', expiresAt: NOON },
    { findings: [{ ...written, fingerprint: 'r-2' }] },
  );
  expect(records[0]).toMatchObject({ fingerprint: 'r-1', title: "Acme's plant in Leipzig closes" });
});
