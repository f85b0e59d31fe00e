import { expect, it } from 'vitest';
import { idKeyOf, recordKeysOf } from '../../../../shared/domain/findings/record-keys.ts';
import { recogniseRecords } from '../../../../shared/use-cases/findings/recognise-records.ts';
import { aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { memoryStore } from '../../../ports/memory-store.ts';

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
  const marks = memoryStore().marks;
  const watch = aWatch();
  const claim = { fingerprint: 'r-1', extractionId: 'job-1', expiresAt: NOON };
  // As an earlier version has left them.
  for (const id of [...recordKeysOf(written), idKeyOf('r-1')]) await marks.claim(watch.id, { id, ...claim });
  const [again] = await recogniseRecords(
    { watch, ports: { marks }, originOf: () => 'job-2', expiresAt: NOON },
    [{ ...written, fingerprint: 'r-2' }],
  );
  expect(again).toMatchObject({ fingerprint: 'r-1', title: "Acme's plant in Leipzig closes" });
});
