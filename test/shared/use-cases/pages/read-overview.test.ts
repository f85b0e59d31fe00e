import { countInStates } from '../../../store/store-findings.ts';
import { expect, it } from 'vitest';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';
import { readOverview } from '../../../../shared/use-cases/pages/read-overview.ts';
import { anAlert, aStoredFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { openPages } from './open-pages.ts';

const now = NOON + HOUR;

async function opened() {
  const pages = await openPages();
  const { ports } = pages;
  await ports.definitions.putWatch(aWatch({ brand: 'acme' }));
  await ports.definitions.putWatch(aWatch({ id: 'acme-more', brand: 'acme' }));
  await ports.definitions.putWatch(aWatch({ id: 'globex-news', brand: 'globex' }));
  return pages;
}

it('counts what came for each brand today and on the days before, and says what is usual', async () => {
  const { ports } = await opened();
  // 3 and 2 today, and n on the day n days before.
  let n = 100;
  const put = async (watchId: string, foundAt: number, count: number) => {
    const found = Array.from({ length: count }, () => aStoredFinding((n += 1), { watchId, foundAt }));
    await countInStates(ports, found);
  };
  await put('acme-news', NOON, 3);
  for (let day = 9; day >= 1; day -= 1) await put('acme-more', NOON - day * DAY, day);
  await put('acme-more', NOON, 2);
  const { brands } = await readOverview(ports, now);
  // What has no brand comes last, however much it is.
  await ports.definitions.putWatch(aWatch({ id: 'globex-news', brand: 'globex', brandName: 'Globex AG' }));
  const { brand: _none, ...unbranded } = aWatch({ id: 'any' });
  await ports.definitions.putWatch(unbranded);
  await put('any', NOON, 9);
  const named = (await readOverview(ports, now)).brands.map(({ brand, name }) => [brand, name]);
  expect(named).toEqual([
    ['acme', undefined],
    ['globex', 'Globex AG'],
    [undefined, undefined],
  ]);
  expect(brands.map(({ brand, days, usual }) => ({ brand, days, usual }))).toEqual([
    { brand: 'acme', days: [7, 6, 5, 4, 3, 2, 1, 5], usual: 4 },
    { brand: 'globex', days: [0, 0, 0, 0, 0, 0, 0, 0], usual: undefined },
  ]);
});

it('says what was sent, what waits and why and what is broken', async () => {
  const pages = await opened();
  const { ports } = pages;
  for (const [n, heldFor] of (['quiet-hours', 'brief', 'brief'] as const).entries())
    await ports.alerts.put(anAlert(n + 10), { dueAt: NOON + DAY, heldFor });
  await ports.alerts.put(anAlert(20, { createdAt: NOON - DAY }), { dueAt: NOON });
  await ports.incidents.raise({ subject: 'x', kind: 'key', since: NOON, text: 'Our key is refused.' });
  const view = await readOverview(ports, now);
  expect(view.alerts).toEqual({ sent: 1, waiting: 3, muted: 0, dropped: 0 });
  expect(new Set(view.waiting)).toEqual(
    new Set([
      { channel: 'press-team', reason: 'due', count: 1 },
      { channel: 'press-team', reason: 'quiet-hours', count: 1 },
      { channel: 'press-team', reason: 'brief', count: 2 },
    ]),
  );
  expect(view.watches.all).toBe(3);
  const { body } = await pages.ask(pages.inbox);
  expect(body).toContain('Our key is refused.');
  expect(body).toContain(`href="${pages.inbox}/watches"`);
});
