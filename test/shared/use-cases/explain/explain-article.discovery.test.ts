import { memoryDecideQueue, memoryReportFiles } from '../../../ports/memory-services.ts';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { explainAlert } from '../../../../shared/use-cases/explain/explain-article.ts';
import { readReceipt } from '../../../../shared/use-cases/pages/answer-receipt.ts';
import { receiptPage } from '../../../../shared/render/pages/receipt-page.ts';
import { htmlPages } from '../../../../shared/render/pages/html-pages.ts';
import { aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { findingsOf, workbench } from '../bench.ts';

type Bench = Awaited<ReturnType<typeof workbench>>;

const watch = aWatch();

/** The text of a receipt. */
async function receiptText({ ports, store, clock }: Bench, id: string): Promise<string> {
  const stored = await store.alerts.get(id);
  const pagePorts = {
    ...ports,
    clock,
    files: memoryReportFiles(),
    links: async () => ({ base: '', keys: [] }),
    pages: htmlPages,
    decideQueue: memoryDecideQueue(),
  };
  const { alert } = stored!;
  const subject = { alert, lane: alert.channel, root: '/i/link', keys: ['key'] };
  const receipt = await readReceipt(stored!, { path: '/r/receipt', subject, ports: pagePorts });
  return receiptPage(receipt)
    .body.replace(/<style>.*<.style>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

/** The part of the page that says what found the item. */
async function foundOnReceipt(bench: Bench, id: string): Promise<string> {
  return /Parsed by the service\.(.*?Alert created)/.exec(await receiptText(bench, id))?.[1] ?? '';
}

/** A watch that ran at noon and found one article, and then again with windows that overlap. */
async function ranTwice(): Promise<{ bench: Bench; id: string }> {
  const first = { finding: aFinding(1, { indexedAt: NOON - 10 * MINUTE }) };
  const bench = await workbench({ watches: [watch], corpus: [first] });
  const given = { ...bench.source };
  let requests = 0;
  bench.source.fetchPage = async (ask, limits) => ({
    ...(await given.fetchPage(ask, limits)),
    correlationId: `request-${(requests += 1)}`,
  });
  await bench.run();
  const [stored] = await findingsOf(bench);
  const { verdict } = stored!;
  return { bench, id: verdict && 'notified' in verdict ? verdict.notified : '' };
}

/** A later run whose window covers the first article again, and finds another one. */
async function runAgain(bench: Bench): Promise<void> {
  bench.corpus.push({ finding: aFinding(2, { indexedAt: bench.clock.at - MINUTE }) });
  bench.clock.at += 15 * MINUTE;
  await bench.run();
}

describe('what first found an article', () => {
  it('is named alike by its receipt and by explain, minutes and days later, and without its watch', async () => {
    const { bench, id } = await ranTwice();
    const { store } = bench;
    const said = async () => {
      const stored = await store.alerts.get(id);
      const { foundBy, window, timezone } = await explainAlert(stored!, store);
      return { receipt: await foundOnReceipt(bench, id), foundBy, window, timezone };
    };
    const first = await said();
    expect(first).toMatchObject({
      foundBy: {
        run: { id: 'message-1', track: 'live', scheduledFor: NOON },
        requestId: 'request-1',
        hits: 1,
      },
      window: { to: NOON },
      timezone: 'Europe/Paris',
    });
    for (const text of ['request-1', 'message-1', 'to 2026-11-20 13:00 CET'])
      expect(first.receipt).toContain(text);
    await runAgain(bench);
    expect(await said()).toEqual(first);
    bench.clock.at += 5 * DAY;
    await runAgain(bench);
    await store.definitions.removeWatch(watch.id);
    await store.definitions.removeChannel('press-team');
    expect(await said()).toEqual(first);
  });

  it('is on a receipt that stays the same when its watch is changed or removed: query, policy and settings', async () => {
    const { bench, id } = await ranTwice();
    const { definitions } = bench.store;
    const first = await receiptText(bench, id);
    expect(first).toContain(' q acme ');
    expect(first).toMatch(/Policy \w+: /);
    await definitions.putWatch({ ...watch, query: { q: 'other' }, version: 'v2', severity: 'critical' });
    expect(await receiptText(bench, id)).toBe(first);
    await definitions.removeWatch(watch.id);
    await definitions.removeChannel('press-team');
    expect(await receiptText(bench, id)).toBe(first);
  });
});

describe('the receipt of a watch of feeds', () => {
  it('says when items may have come and gone unseen around its item, and that nothing is concluded from it', async () => {
    const first = { finding: aFinding(1, { indexedAt: NOON - 10 * MINUTE }) };
    const bench = await workbench({
      watches: [aWatch({ kind: 'feeds', firstRun: 'tell' })],
      corpus: [first],
    });
    const given = { ...bench.source };
    const span = { from: NOON - 2 * HOUR, to: NOON - HOUR };
    bench.source.fetchPage = async (ask, limits) => ({
      ...(await given.fetchPage(ask, limits)),
      missed: [span, span],
    });
    await bench.run();
    const [stored] = await findingsOf(bench);
    const { verdict } = stored!;
    const text = await receiptText(bench, verdict && 'notified' in verdict ? verdict.notified : '');
    expect(text).toContain(
      'Possibly missed: items may have come and gone unseen from 2026-11-20 11:00 CET to 2026-11-20 12:00 CET .',
    );
    expect(text).toContain('First seen in its feed.');
    expect(text.match(/may have come and gone/g)).toHaveLength(1);
    expect(text).toContain('Nothing is concluded from their absence.');
  });
});
