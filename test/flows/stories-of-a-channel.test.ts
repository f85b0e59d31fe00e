import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { addSilence } from '../../shared/use-cases/deliver/redrive-messages.ts';
import { aFinding, aWatch, NOON } from '../ports/examples.ts';
import { workbench } from '../shared/use-cases/bench.ts';

const TITLE = 'Acme closes its plant in Leipzig';
/** The same report in another outlet, or a report of its own. */
const article = (n: number, at: number, title = TITLE) => ({
  finding: aFinding(n, {
    title,
    snippet: `${title}. The unions were informed on Friday, and 1,200 people lose their work. `.repeat(4),
    indexedAt: at,
    publishedAt: at,
    outlet: { domain: `outlet-${n}.example` },
  }),
});
const STORY = { when: 'story', channel: 'press-team' } as const;
const RAISE = [{ to: 'critical', outlets: 3 }] as const;
const watch = (id: string, changes: Partial<Watch> = {}) =>
  aWatch({ id, brand: 'acme', raise: RAISE, firstRun: 'tell', alert: STORY, ...changes });

async function runAll(bench: Awaited<ReturnType<typeof workbench>>, ids: readonly string[]) {
  for (const watchId of ids) {
    await bench.run({ watchId });
    await bench.deliver();
  }
}

/** Two watches of a brand that find a story, which climbs later. */
async function climbed(silenced?: readonly string[]) {
  const ids = ['news', 'feeds'];
  const bench = await workbench({
    watches: ids.map((id) => watch(id)),
    corpus: [article(1, NOON - HOUR), article(2, NOON - HOUR)],
  });
  await runAll(bench, ids);
  bench.clock.at += HOUR;
  bench.corpus.push(article(3, bench.clock.at - MINUTE));
  const order = { owner: 'jane', reason: 'figures', endsAt: bench.clock.at + HOUR };
  if (silenced) await addSilence({ matchers: { watch: silenced }, ...order }, bench.ports);
  await runAll(bench, ids);
  return bench.topic.published.map(({ severity, texts }) => ({
    severity,
    foundBy: /Found by (.*)\./.exec(texts.email)?.[1],
    footer: texts.email.split('--\n')[1],
    watches: JSON.parse(texts.json).alerts.map(({ watches }: { watches: string[] }) => watches),
  }));
}

it('a channel is notified of a story of a brand once, and of its climb with all watches that had found it', async () => {
  expect(await climbed()).toMatchObject([
    { severity: 'warning', foundBy: 'news (matched: Acme)', watches: [['news']] },
    {
      severity: 'critical',
      foundBy: 'news (matched: Acme), feeds',
      footer: 'You receive this because watches feeds, news alert channel press-team.',
      watches: [['news', 'feeds']],
    },
  ]);
});

it('a silence of a watch mutes no alert that another watch has caused as well', async () => {
  expect(await climbed(['news'])).toHaveLength(2);
  expect(await climbed(['news', 'feeds'])).toHaveLength(1);
});
