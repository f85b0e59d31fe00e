import { describe, expect, it } from 'vitest';
import type { Channel } from '../../../../shared/domain/channels/channel.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { putAlert } from '../../../../shared/use-cases/alerts/put-alert.ts';
import { remindOfIncidents } from '../../../../shared/use-cases/alerts/remind-of-incidents.ts';
import { sendHeartbeats } from '../../../../shared/use-cases/deliver/send-heartbeats.ts';
import { openIncident } from '../../../../shared/use-cases/alerts/notify-incidents.ts';
import { Death, dying } from '../../../ports/dying.ts';
import { aChannel, anAlert, aWatch, NOON } from '../../../ports/examples.ts';
import { workbench } from '../bench.ts';

const open = async (channels: readonly Partial<Channel>[] = [{}]) => {
  const bench = await workbench({ watches: [aWatch()], channels: channels.map(aChannel) });
  const writer = bench.ports;
  const subjects = () => bench.topic.published.map(({ channel, texts }) => `${channel}: ${texts.subject}`);
  /** Sweeps as the stack does, hour by hour. */
  const live = async (span: number) => {
    for (const end = bench.clock.at + span; bench.clock.at < end; bench.clock.at += HOUR) {
      await remindOfIncidents(writer);
      await sendHeartbeats(bench.ports, 'sweep');
      await bench.deliver('sweep');
    }
  };
  return { ...bench, writer, subjects, live };
};

describe('a channel that tells nothing', () => {
  it('says once a week that it lives, and what it looked at', async () => {
    const bench = await open([{}, { name: 'operators' }]);
    await bench.live(7 * DAY);
    expect(bench.subjects()).toEqual([]);
    await bench.live(HOUR);
    const channels = bench.topic.published.map(({ channel }) => channel);
    expect(new Set(channels)).toEqual(new Set(['operators', 'press-team']));
    await bench.live(20 * DAY);
    expect(bench.subjects()).toHaveLength(2 * 3);
    expect(bench.subjects()[0]).toContain('0 of 668 windows');
  });

  it('does so a week after its last message, at the time of its digest, whatever severity it takes', async () => {
    const bench = await open([{ digest: 'cron(0 18 * * ? *)', timezone: 'UTC', minSeverity: 'critical' }]);
    await putAlert(bench.writer, anAlert(1, { severity: 'critical' }));
    await bench.live(8 * DAY);
    expect(bench.topic.published.map(({ createdAt }) => createdAt)).toEqual([
      NOON,
      NOON + 7 * DAY + 6 * HOUR,
    ]);
  });

  it('says nothing for nobody: without a watch there is nothing to look at', async () => {
    const bench = await open([{ name: 'unused' }]);
    await bench.live(9 * DAY);
    expect(bench.subjects()).toEqual([]);
  });

  it('says so once, although the sweep dies at any port call', async () => {
    for (const when of ['before', 'after'] as const) {
      for (let dieAt = 1; ; dieAt += 1) {
        const bench = await open();
        await bench.live(HOUR);
        bench.clock.at = NOON + 7 * DAY;
        const doom = { calls: 0, dieAt, when };
        try {
          const ports = dying(bench.ports, doom);
          await sendHeartbeats(ports, 'dies');
        } catch (error) {
          if (!(error instanceof Death)) throw error;
        }
        await bench.live(6 * HOUR);
        expect(bench.subjects()).toHaveLength(1);
        if (doom.calls < dieAt) break;
      }
    }
  });
});

describe('a trouble that stays open', () => {
  const incident = { subject: 'watch:w:failing', kind: 'failing', since: NOON, text: 'It fails.' } as const;

  it('of a watch is over when the watch is gone; one of a service holds, whoever met it', async () => {
    const bench = await open([{ name: 'operators' }]);
    const of = { ...incident, watchId: 'acme-news' };
    await openIncident(bench.writer, { ...of, subject: 'watch:acme-news:failing' });
    await openIncident(bench.writer, { ...of, subject: 'service:news:key', kind: 'key' });
    await bench.live(HOUR);
    expect(await bench.store.incidents.open()).toHaveLength(2);
    await bench.store.definitions.removeWatch('acme-news');
    await bench.live(HOUR);
    expect((await bench.store.incidents.open()).map(({ subject }) => subject)).toEqual(['service:news:key']);
  });

  it('is told again each day until it ends, and a missed reminder is not made up for', async () => {
    const bench = await open([{ name: 'operators' }]);
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

  it('is told as often as the operators wish, or never again', async () => {
    const repeated = (repeat: number) =>
      open([{ name: 'operators', grouping: { by: ['story'], wait: 0, interval: 0, repeat } }]);
    const [often, never] = [await repeated(6 * HOUR), await repeated(0)];
    for (const bench of [often, never]) {
      await openIncident(bench.writer, incident);
      await bench.live(DAY);
    }
    expect(often.subjects()).toHaveLength(4);
    expect(never.subjects()).toHaveLength(1);
  });

  it('is told once where nobody has to mend it', async () => {
    const bench = await open([{ name: 'operators' }]);
    await openIncident(bench.writer, { ...incident, kind: 'withdrawn' });
    await bench.live(3 * DAY);
    expect(bench.subjects()).toHaveLength(1);
  });
});
