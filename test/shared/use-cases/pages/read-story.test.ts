import { memoryDecideQueue, memoryReportFiles } from '../../../ports/memory-services.ts';
import { expect, it } from 'vitest';
import { MINUTE } from '../../../../shared/domain/time/instant.ts';
import { htmlPages } from '../../../../shared/render/pages/html-pages.ts';
import { readRecord, readStory } from '../../../../shared/use-cases/pages/read-story.ts';
import { aFinding, aWatch } from '../../../ports/examples.ts';
import { workbench } from '../bench.ts';

const NOW = Date.parse('2026-05-12T09:00:00Z');

it('the page of a story lists the alert that it has climbed, which no article caused', async () => {
  const watch = aWatch({
    id: 'acme-news',
    firstRun: 'tell',
    alert: { when: 'story', channel: 'press-team' },
    raise: [{ to: 'critical', outlets: 5 }],
  });
  const bench = await workbench({ watches: [watch], now: NOW });
  const { store, clock } = bench;
  const print = (n: number) => {
    const at = clock.now() - MINUTE;
    return {
      finding: aFinding(n, {
        title: 'Acme Corp buys Globex for 5 billion dollars',
        link: `https://paper-${n}.example/acme-buys-globex`,
        outlet: { domain: `paper-${n}.example` },
        publishedAt: at,
        indexedAt: at,
      }),
    };
  };
  bench.corpus.splice(0, bench.corpus.length, print(0));
  await bench.run({ watchId: watch.id });
  clock.at += 10 * MINUTE;
  bench.corpus.push(...[1, 2, 3, 4, 5].map(print));
  await bench.run({ watchId: watch.id, continuation: 1 });

  const [first] = await store.findings.read(watch.id, [print(0).finding.fingerprint]);
  const links = async () => ({ base: 'https://pages.example.com', keys: ['key'] });
  const ports = {
    ...store,
    clock,
    links,
    files: memoryReportFiles(),
    pages: htmlPages,
    decideQueue: memoryDecideQueue(),
  };
  const record = await readRecord(first?.story ?? '', ports);
  const view = await readStory(record!, { from: undefined, root: '/i/link', ports });
  expect(view.sent.map(({ alert }) => alert.severity)).toEqual(['warning', 'critical']);
});
