import { describe, expect, it } from 'vitest';
import { putAlert, openIncident } from '../../../../shared/use-cases/alerts/put-alerts.ts';
import { dies, dying, forEveryDeath } from '../../../ports/dying.ts';
import { aChannel, anAlert, NOON } from '../../../ports/examples.ts';
import { workbench } from '../bench.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { openSweeps } from '../sweep-bench.ts';

const slack = { channel: '#press', tokenSecret: 'SLACK_TOKEN' };
const teams = { webhookSecret: 'TEAMS_URL' };
const pagerduty = { keySecret: 'PAGER_KEY', minSeverity: 'critical' } as const;

const open = (changes: Parameters<typeof aChannel>[0] = {}) =>
  workbench({ watches: [], channels: [aChannel(changes), aChannel({ name: 'operators' })] });

type Bench = Awaited<ReturnType<typeof open>>;

const lanesWith = async ({ store }: Bench, id = anAlert(1).id) =>
  (await store.alerts.onLanes(id)).map(({ alert }) => alert.channel).toSorted();

describe('an alert on a channel of several lanes', () => {
  it('is put once on each lane that accepts its severity, and listed once', async () => {
    const bench = await open({ transports: { slack, pagerduty } });
    const put = await putAlert(bench.ports, anAlert(1));
    expect(put).toMatchObject({ alerts: 1, channels: ['press-team'] });
    expect(await lanesWith(bench)).toEqual(['press-team', 'press-team~slack']);
    const day = new Date(anAlert(1).createdAt).toISOString().slice(0, 10);
    expect((await bench.store.alerts.madeOn(day, 10)).map(({ alert }) => alert.channel)).toEqual([
      'press-team',
    ]);
    expect((await putAlert(bench.ports, anAlert(1))).alerts).toBe(0);
  });

  it('is on all its lanes after a death at any port call and a repeat', async () => {
    const deaths = await forEveryDeath(async (doom) => {
      const bench = await open({ transports: { slack, teams } });
      await dies(putAlert(dying(bench.ports, doom), anAlert(1)));
      await putAlert(bench.ports, anAlert(1));
      expect(await lanesWith(bench)).toEqual(['press-team', 'press-team~slack', 'press-team~teams']);
    });
    expect(deaths).toBeGreaterThan(2);
  });

  it('is not put on a lane that was made later, however often it is put again', async () => {
    const bench = await open();
    await putAlert(bench.ports, anAlert(1));
    await bench.store.definitions.putChannel(aChannel({ transports: { slack } }));
    expect((await putAlert(bench.ports, anAlert(1))).alerts).toBe(0);
    expect(await lanesWith(bench)).toEqual(['press-team']);
    await putAlert(bench.ports, anAlert(2));
    expect(await lanesWith(bench, anAlert(2).id)).toEqual(['press-team', 'press-team~slack']);
    await bench.store.definitions.putChannel(aChannel({ transports: { slack, teams } }));
    await putAlert(bench.ports, anAlert(2));
    expect(await lanesWith(bench, anAlert(2).id)).toEqual(['press-team', 'press-team~slack']);
  });
});

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
