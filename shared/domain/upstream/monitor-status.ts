import type { MonitorResource } from './upstream-resource.ts';
import type { Watch } from '../watches/watch.ts';

export type MonitorCondition = 'creating' | 'failing' | 'off' | 'ok';

/** How what the service holds for a watch of mode `monitor` stands. */
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
      detail: 'the service has switched its monitor off: a person switches it on again',
    };
  }
  return { condition: 'ok' };
}

function nextOf({ watchlist }: Pick<Watch, 'watchlist'>, resource: MonitorResource | undefined): string {
  if (resource?.former)
    return 'the service changes no schedule: its monitor works on until another one stands in its place';
  if (resource?.reference) return 'its first job is at work; the monitor is made of it';
  if (watchlist !== undefined) return `its watchlist ${watchlist} is being prepared`;
  return 'its webhook and its first job are being made';
}
