import { expect, it } from 'vitest';
import { DAY, dayOf } from '../../../../shared/domain/time/instant.ts';
import { type Line, scriptedServer } from '../scripted-server.ts';
import { answerOf, breachOf, eventsClient } from './events-fixtures.ts';

const from = Date.parse('2026-11-02T00:00:00Z');
const request = { event_type: 'data_breach', additional_filters: { company_name: 'Acme' } } as const;

/** A service with `perDay` events on each day, of which one answer holds `most`. */
const daily =
  (perDay: number, most: number): Line =>
  ({ body }, response) => {
    const { gte, lte } = JSON.parse(body).additional_filters.extraction_date;
    const days = (Date.parse(lte) - Date.parse(gte)) / DAY + 1;
    const ids = Array.from(
      { length: days * perDay },
      (_, n) => `${dayOf(Date.parse(gte) + Math.floor(n / perDay) * DAY)}-${n % perDay}`,
    );
    response.end(JSON.stringify(answerOf(ids.slice(0, most).map((id) => breachOf(id)))));
  };

async function slices(line: Line, days: number) {
  const server = await scriptedServer(line);
  const { client } = eventsClient(server.url);
  const found: { span: string; cut: boolean; ids: string[] }[] = [];
  for await (const { window, answer, cut } of client.eventSlices({
    request,
    window: { from, to: from + days * DAY },
  })) {
    const span = `${dayOf(window.from)}/${dayOf(window.to)}`;
    found.push({ span, cut, ids: answer.events.map(({ id }) => id) });
  }
  return { found, server };
}

it('one slice is asked by days, from its first to the day after its last, other filters kept', async () => {
  const { found, server } = await slices(daily(3, 100), 4);
  expect(found.map(({ span }) => span)).toEqual(['2026-11-02/2026-11-06']);
  expect(server.sent(0).additional_filters).toEqual({
    company_name: 'Acme',
    extraction_date: { gte: '2026-11-02', lte: '2026-11-06' },
  });
});

it('a slice that may be cut is halved; no event is given twice and none is missing', async () => {
  const { found } = await slices(daily(20, 100), 8);
  expect(found.map(({ span }) => span)).toEqual([
    '2026-11-02/2026-11-04',
    '2026-11-04/2026-11-06',
    '2026-11-06/2026-11-08',
    '2026-11-08/2026-11-10',
  ]);
  const ids = found.flatMap((slice) => slice.ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(9 * 20);
});

it('a day that still may be cut is marked', async () => {
  const { found } = await slices(daily(200, 100), 2);
  expect(found.map(({ span, cut }) => [span, cut])).toEqual([
    ['2026-11-02/2026-11-03', true],
    ['2026-11-03/2026-11-04', true],
  ]);
});

it('a search that runs out of time is halved after its tries', async () => {
  const light = daily(1, 100);
  const { found, server } = await slices((arrival, response) => {
    const { gte, lte } = JSON.parse(arrival.body).additional_filters.extraction_date;
    if (Date.parse(lte) - Date.parse(gte) < 3 * DAY && typeof light === 'function')
      return light(arrival, response);
    response.writeHead(408).end();
  }, 4);
  expect(found).toHaveLength(2);
  expect(server.arrivals).toHaveLength(5);
});
