import { describe, expect, it } from 'vitest';
import { putAlert } from '../../../../shared/use-cases/alerts/put-alerts.ts';
import { dies, dying, forEveryDeath } from '../../../ports/dying.ts';
import { aChannel, anAlert } from '../../../ports/examples.ts';
import { workbench } from '../bench.ts';

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
