import type { MonitorHolding } from './upstream-resource.ts';
import type { Watch } from '../watches/watch.ts';

export type MonitorCondition = 'creating' | 'failing' | 'off' | 'ok';

/** How what the service holds for a watch of mode `monitor` stands. */
export function monitorCondition(
  watch: Pick<Watch, 'watchlist'>,
  holding: MonitorHolding | undefined,
): { condition: MonitorCondition; detail?: string } {
  if (holding && holding.failures > 0) {
    return {
      condition: 'failing',
      detail: `the last step at the service failed: ${holding.error ?? 'unknown'}`,
    };
  }
  if (!holding?.monitor) return { condition: 'creating', detail: nextOf(watch, holding) };
  if (holding.offSince !== undefined) {
    return {
      condition: 'off',
      detail: 'the service has switched its monitor off: a person switches it on again',
    };
  }
  return { condition: 'ok' };
}

function nextOf({ watchlist }: Pick<Watch, 'watchlist'>, holding: MonitorHolding | undefined): string {
  if (holding?.former)
    return 'the service changes no schedule: its monitor works on until another one stands in its place';
  if (holding?.reference) return 'its first job is at work; the monitor is made of it';
  if (watchlist !== undefined) return `its watchlist ${watchlist} is being prepared`;
  return 'its webhook and its first job are being made';
}
