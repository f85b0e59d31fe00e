import { expect, it } from 'vitest';
import type { AlertState } from '../../../../shared/domain/alerts/alert-state.ts';
import { DAY } from '../../../../shared/domain/time/instant.ts';
import { sumAlerts } from '../../../../shared/use-cases/reports/sum-alerts.ts';
import { anAlert, NOON } from '../../../ports/examples.ts';
import { PERIOD, stored } from '../report-bench.ts';

const reason = 'watch acme-news had notified the channel';
const joinedTo = { alertId: 'alert-00001', watchId: 'acme-news', messageId: 'message-1' };
const STATES: readonly AlertState[] = [
  { state: 'told', messageId: 'message-1' },
  { state: 'silenced', silenceId: 'silence-1', reason: 'a fair' },
  { state: 'dropped', reason: 'the watch was removed' },
  { state: 'dropped', reason, joinedTo },
  { state: 'dropped', reason, joinedTo },
];

it('counts each alert under what became of it: one that was joined was not dropped', async () => {
  const { alerts } = await stored([]);
  const first = anAlert(0, { brand: 'acme', createdAt: NOON - DAY });
  await alerts.put(first, { dueAt: NOON });
  for (const [n, state] of STATES.entries()) {
    const alert = anAlert(n + 1, { brand: 'acme', createdAt: NOON - DAY });
    await alerts.put(alert, { dueAt: NOON });
    await alerts.settle(alert, state);
  }
  const { listed, ...sums } = await sumAlerts({ brand: 'acme', period: PERIOD }, { alerts });
  expect(sums).toMatchObject({ made: 6, told: 1, held: 1, silenced: 1, joined: 2, dropped: 1 });
  expect(listed.filter(({ fate }) => fate === 'joined').map((row) => row.reason)).toEqual([reason, reason]);
});
