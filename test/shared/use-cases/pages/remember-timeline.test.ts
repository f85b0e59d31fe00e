import { expect, it } from 'vitest';
import { rememberPastDays } from '../../../../shared/use-cases/pages/remember-timeline.ts';
import { openPages } from './open-pages.ts';

/** A timeline that remembers, and what it asks the store for. */
async function opened() {
  const { ports, clock } = await openPages();
  const { timeline } = ports;
  const asked: string[] = [];
  const remembering = rememberPastDays(
    {
      ...timeline,
      latest: async (watchId, days, limit) => {
        asked.push(...days);
        return timeline.latest(watchId, days, limit);
      },
      findings: async (parts) => {
        asked.push(...parts.map(({ watchId, day }) => `${watchId} ${day}`));
        return timeline.findings(parts);
      },
      alerts: async (part) => {
        asked.push(part.day);
        return timeline.alerts(part);
      },
    },
    clock,
  );
  return { timeline: remembering, asked };
}

// The example has one finding and one alert, of 2026-11-20, at noon of that day.

it('reads a day that is over and empty once, of each list by itself', async () => {
  const { timeline, asked } = await opened();
  const days = ['2026-11-20', '2026-11-19'];
  for (let again = 0; again < 2; again += 1)
    expect(await timeline.latest('acme-news', days, 9)).toHaveLength(1);
  expect(asked.splice(0)).toEqual([...days, '2026-11-20']);
  // A part that is full says nothing about the days that were not reached.
  await timeline.latest('acme-more', days, 0);
  await timeline.latest('acme-more', days, 9);
  expect(asked.splice(0)).toEqual([...days, ...days]);
  for (let again = 0; again < 2; again += 1)
    expect(await timeline.alerts({ day: '2026-11-19', limit: 9 })).toEqual([]);
  expect(asked).toEqual(['2026-11-19']);
});

it('reads parts of several watches together, without those that are known to be empty', async () => {
  const { timeline, asked } = await opened();
  const part = (watchId: string, day: string) => ({ watchId, day, limit: 9 });
  const parts = [
    part('acme-more', '2026-11-19'),
    part('acme-news', '2026-11-20'),
    part('acme-news', '2026-11-19'),
  ];
  const counts = async () => (await timeline.findings(parts)).map(({ length }) => length);
  expect(await counts()).toEqual([0, 1, 0]);
  expect(asked.splice(0)).toHaveLength(3);
  expect(await counts()).toEqual([0, 1, 0]);
  expect(asked).toEqual(['acme-news 2026-11-20']);
});
