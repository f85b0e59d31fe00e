import { describe, expect, it } from 'vitest';
import type { Channel } from '../../../../shared/domain/channels/channel.ts';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';
import { putAlert } from '../../../../shared/use-cases/alerts/put-alerts.ts';
import { remindOfIncidents } from '../../../../shared/use-cases/alerts/notify-incidents.ts';
import { sendHeartbeats } from '../../../../shared/use-cases/deliver/send-heartbeats.ts';
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

describe('a channel without messages', () => {
  it('gets a heartbeat once a week, with the windows that were covered', async () => {
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

  it('gets it a week after its last message, at the time of its digest, whatever severities it takes', async () => {
    const bench = await open([{ digest: 'cron(0 18 * * ? *)', timezone: 'UTC', minSeverity: 'critical' }]);
    await putAlert(bench.writer, anAlert(1, { severity: 'critical' }));
    await bench.live(8 * DAY);
    expect(bench.topic.published.map(({ createdAt }) => createdAt)).toEqual([
      NOON,
      NOON + 7 * DAY + 6 * HOUR,
    ]);
  });

  it('gets none when no watch alerts it', async () => {
    const bench = await open([{ name: 'unused' }]);
    await bench.live(9 * DAY);
    expect(bench.subjects()).toEqual([]);
  });

  it('gets it once, although the sweep dies at any port call', async () => {
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
