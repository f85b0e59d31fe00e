import { NO_ALERTS, type AlertsPut } from '../../domain/alerts/alerts-put.ts';
import type { AlertWriter } from '../alerts/put-alert.ts';

export interface JudgeCounts extends AlertsPut {
  new: number;
  stories: number;
}

/** Gives back what is added to an `outcome` by functions that do not return it yet. To be deleted once they do. */
export async function collectCounts<T>(
  work: (outcome: JudgeCounts) => Promise<T>,
): Promise<{ result: T; counts: JudgeCounts }> {
  const counts: JudgeCounts = { new: 0, stories: 0, ...NO_ALERTS, channels: [] };
  return { result: await work(counts), counts };
}

export async function collectAlerts<P extends AlertWriter['ports']>(
  ports: P,
  put: (writer: { ports: P; outcome: AlertsPut }) => Promise<unknown>,
): Promise<AlertsPut> {
  const { counts } = await collectCounts((outcome) => put({ ports, outcome }));
  return { alerts: counts.alerts, channels: counts.channels };
}
