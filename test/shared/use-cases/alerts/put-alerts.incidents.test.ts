import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { openIncident } from '../../../../shared/use-cases/alerts/put-alerts.ts';
import { NOON } from '../../../ports/examples.ts';
import { openSweeps } from '../sweep-bench.ts';

describe('an incident that stays open', () => {
  const incident = { subject: 'watch:w:failing', kind: 'failing', since: NOON, text: 'It fails.' } as const;

  it('of a watch is resolved when the watch is removed; one of a service stays open', async () => {
    const bench = await openSweeps([{ name: 'operators' }]);
    const of = { ...incident, watchId: 'acme-news' };
    await openIncident(bench.writer, { ...of, subject: 'watch:acme-news:failing' });
    await openIncident(bench.writer, { ...of, subject: 'service:news:key', kind: 'key' });
    await bench.live(HOUR);
    expect(await bench.store.incidents.open()).toHaveLength(2);
    await bench.store.definitions.removeWatch('acme-news');
    await bench.live(HOUR);
    expect((await bench.store.incidents.open()).map(({ subject }) => subject)).toEqual(['service:news:key']);
  });

  it('has a reminder each day until it is resolved, and a missed reminder is not sent later', async () => {
    const bench = await openSweeps([{ name: 'operators' }]);
    await openIncident(bench.writer, incident);
    await bench.live(2 * DAY + MINUTE);
    expect(bench.subjects()).toEqual([
      'operators: Bellwether: A watch keeps failing',
      'operators: Bellwether: Still open: A watch keeps failing',
      'operators: Bellwether: Still open: A watch keeps failing',
    ]);
    bench.clock.at += 3 * DAY;
    await bench.live(HOUR);
    expect(bench.subjects()).toHaveLength(4);
    await bench.store.incidents.clear(incident.subject);
    await bench.live(3 * DAY);
    expect(bench.subjects()).toHaveLength(4);
  });

  it("has reminders as often as the operators' channel says, or none", async () => {
    const repeated = (repeat: number) =>
      openSweeps([{ name: 'operators', grouping: { by: ['story'], wait: 0, interval: 0, repeat } }]);
    const [often, never] = [await repeated(6 * HOUR), await repeated(0)];
    for (const bench of [often, never]) {
      await openIncident(bench.writer, incident);
      await bench.live(DAY);
    }
    expect(often.subjects()).toHaveLength(4);
    expect(never.subjects()).toHaveLength(1);
  });

  it('has no reminder when no one has to act', async () => {
    const bench = await openSweeps([{ name: 'operators' }]);
    await openIncident(bench.writer, { ...incident, kind: 'withdrawn' });
    await bench.live(3 * DAY);
    expect(bench.subjects()).toHaveLength(1);
  });
});
