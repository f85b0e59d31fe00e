import type { MonitorResource } from './upstream-resource.ts';
import type { Watch } from '../watches/watch.ts';

export type MonitorCondition = 'creating' | 'failing' | 'off' | 'ok';

/** The condition of a watch with a monitor. */
export function monitorCondition(
  watch: Pick<Watch, 'watchlist'>,
  resource: MonitorResource | undefined,
): { condition: MonitorCondition; detail?: string } {
  if (resource && resource.failures > 0) {
    return {
      condition: 'failing',
      detail: `the last step at the service failed: ${resource.error ?? 'unknown'}`,
    };
  }
  if (!resource?.monitor) return { condition: 'creating', detail: nextOf(watch, resource) };
  if (resource.offSince !== undefined) {
    return {
      condition: 'off',
      detail: 'the service has switched its monitor off: switch it on again at the service',
    };
  }
  return { condition: 'ok' };
}

function nextOf({ watchlist }: Pick<Watch, 'watchlist'>, resource: MonitorResource | undefined): string {
  if (resource?.former)
    return 'the service cannot change a schedule: the monitor continues until a new one replaces it';
  if (resource?.reference) return 'its first job is running; the monitor is created from it';
  if (watchlist !== undefined) return `its watchlist ${watchlist} is being prepared`;
  return 'its webhook and its first job are being created';
}
