import { expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { anAlert, aStoryAlert, NOON } from '../../../ports/examples.ts';
import { formIn, openPages } from './open-pages.ts';
import type { ReaderActionKind } from '../../../../shared/domain/pages/signed-link.ts';

type Pages = Awaited<ReturnType<typeof openPages>>;

const day = '2026-11-19';
const THEN = NOON - DAY;

const text = (body: string) => body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

const alertsOf = (pages: Pages, query: Record<string, string> = { day }) =>
  pages.get(`${pages.inbox}/alerts`, query);

const mark = (pages: Pages, alertId: string, kind: ReaderActionKind, undone = false) =>
  pages.ports.readerActions.put({
    kind,
    watchId: 'acme-news',
    alertId,
    lane: 'press-team',
    at: NOON,
    expiresAt: NOON + DAY,
    ...(undone && { undoneAt: NOON + 1 }),
  });

it('lists alerts by story, with outlet, country, tone and snippet, and links to the story', async () => {
  const pages = await openPages();
  const story = { id: 'story-7', articles: 31, outlets: 23, countries: 4, sentiment: -0.41 };
  const found = { title: 'Acme recalls <pumps>', snippet: 'It recalls 4,000 pumps.' };
  const outlet = { domain: 'lyon.example', name: 'Lyon Daily', country: 'FR' };
  for (const n of [1, 2])
    await pages.ports.alerts.put(
      aStoryAlert(n, { ...found, outlet }, { story, createdAt: THEN + n * MINUTE }),
      { dueAt: THEN },
    );
  await pages.ports.alerts.put(aStoryAlert(3, { title: 'Another' }, { createdAt: THEN }), { dueAt: THEN });
  const body = await alertsOf(pages);
  expect(body.match(/class="title"/g)).toHaveLength(2);
  expect(text(body)).toContain('Lyon Daily · France · negative −0.41 · 31 articles in 23 outlets');
  expect(body).toContain('It recalls 4,000 pumps.');
  expect(body).toContain(`href="${pages.inbox}/stories/story-7"`);
});

it('acknowledges by the button of a story, once, and says by whom', async () => {
  const pages = await openPages();
  const body = await alertsOf(pages, { day: '2026-11-20' });
  const [, path = ''] = /action="([^"]+)"/.exec(body) ?? [];
  const answer = await pages.post(path, formIn(body, 'action', 'acknowledge'));
  expect(answer.status).toBe(200);
  const [done] = await pages.ports.readerActions.of('acme-news');
  expect(done).toMatchObject({ kind: 'acknowledge', alertId: pages.alert.id, lane: 'press-team' });
  const after = await alertsOf(pages, { day: '2026-11-20' });
  expect(text(after)).toContain('Acknowledged by an operator at 2026-11-20 14:00');
  expect(after).not.toContain('<button>Acknowledge</button>');
});

it('goes on behind the last alert of a page, though more come, and keeps addresses with a page', async () => {
  const pages = await openPages();
  for (let n = 1; n <= 120; n += 1)
    await pages.ports.alerts.put(anAlert(n, { id: `${10_000 + n}-alert`, createdAt: THEN + n }), {
      dueAt: THEN,
    });
  const receipts = (body: string) =>
    new Set([...body.matchAll(/class="title" href="[^"]*\/alerts\/(\w+)"/g)].map(([, id]) => id));
  const first = await alertsOf(pages);
  await pages.ports.alerts.put(anAlert(500, { createdAt: THEN + HOUR }), { dueAt: THEN });
  const seen = [...receipts(first)];
  for (let body = first; ; ) {
    const [, after] = /rel="next" href="[^"]*after=([^"]+)"/.exec(body) ?? [];
    if (after === undefined) break;
    body = await alertsOf(pages, { day, after: decodeURIComponent(after) });
    seen.push(...receipts(body));
  }
  expect(seen).toHaveLength(120);
  expect(new Set(seen).size).toBe(120);
  expect(receipts(await alertsOf(pages, { day, page: '2' })).size).toBe(30);
});

it('says on an empty day when the last alert was, or that there was none', async () => {
  const pages = await openPages();
  const empty = await alertsOf(pages, { day: '2026-11-18' });
  expect(text(empty)).toContain('No alerts on this day, and none in the 31 days before it.');
  await pages.ports.alerts.put(anAlert(1, { createdAt: NOON - 5 * DAY }), { dueAt: NOON });
  const later = await alertsOf(pages, { day: '2026-11-19' });
  expect(text(later)).toContain('The last alert before it was at 2026-11-15 13:00');
});

it('counts what readers marked of the alerts of each watch, and shows what to exclude', async () => {
  const pages = await openPages();
  for (let n = 1; n <= 20; n += 1)
    await pages.ports.alerts.put(
      aStoryAlert(
        n,
        { title: `Comics fair in town ${n}`, outlet: { domain: 'fair.example' } },
        { createdAt: THEN - n },
      ),
      { dueAt: THEN },
    );
  for (const n of [1, 2, 3]) await mark(pages, `alert-0000${n}`, 'not-relevant');
  await mark(pages, 'alert-00004', 'not-relevant', true);
  await mark(pages, 'gone', 'not-relevant');
  await mark(pages, 'alert-00005', 'acknowledge');
  const body = await alertsOf(pages);
  // 20 and the alert of the example.
  expect(text(body)).toContain('acme-news : 3 of 21 not relevant, 1 acknowledged');
  expect(body).toContain('fair.example');
});
