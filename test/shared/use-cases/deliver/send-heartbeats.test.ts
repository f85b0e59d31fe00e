import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';
import { putAlert } from '../../../../shared/use-cases/alerts/put-alerts.ts';
import { sendHeartbeats } from '../../../../shared/use-cases/deliver/send-heartbeats.ts';
import { dies, dying, forEveryDeath } from '../../../ports/dying.ts';
import { anAlert, NOON } from '../../../ports/examples.ts';
import { openSweeps } from '../sweep-bench.ts';

describe('a channel without messages', () => {
  it('gets a heartbeat once a week, with the windows that were covered', async () => {
    const bench = await openSweeps([{}, { name: 'operators' }]);
    await bench.live(7 * DAY);
    expect(bench.subjects()).toEqual([]);
    await bench.live(HOUR);
    const channels = bench.topic.published.map(({ channel }) => channel);
    expect(new Set(channels)).toEqual(new Set(['operators', 'press-team']));
    await bench.live(20 * DAY);
    expect(bench.subjects()).toHaveLength(2 * 3);
    expect(bench.subjects()[0]).toContain('0 of 668 windows');
  });

  it('gets it a week after its last message, at the time of its brief, whatever severities it takes', async () => {
    const bench = await openSweeps([
      { brief: 'cron(0 18 * * ? *)', timezone: 'UTC', minSeverity: 'critical' },
    ]);
    await putAlert(bench.writer, anAlert(1, { severity: 'critical' }));
    await bench.live(8 * DAY);
    expect(bench.topic.published.map(({ createdAt }) => createdAt)).toEqual([
      NOON,
      NOON + 7 * DAY + 6 * HOUR,
    ]);
  });

  it('gets none when no watch alerts it', async () => {
    const bench = await openSweeps([{ name: 'unused' }]);
    await bench.live(9 * DAY);
    expect(bench.subjects()).toEqual([]);
  });

  it('gets it once, although the sweep dies at any port call', async () => {
    const deaths = await forEveryDeath(async (doom) => {
      const bench = await openSweeps();
      await bench.live(HOUR);
      bench.clock.at = NOON + 7 * DAY;
      await dies(sendHeartbeats(dying(bench.ports, doom), 'dies'));
      await bench.live(6 * HOUR);
      expect(bench.subjects()).toHaveLength(1);
    });
    expect(deaths).toBeGreaterThan(2);
  });
});
