import type { ExtractionContext } from '../context.ts';
import type { Monitor, MonitorEvent } from './monitor.ts';

/** Adds a line to the history of a monitor; ids count up within the monitor. */
export function noteEvent(
  { store, clock }: ExtractionContext,
  monitorId: string,
  event: Omit<MonitorEvent, 'id' | 'at'>,
): void {
  const id = store.monitorEvents.count(monitorId) + 1;
  store.monitorEvents.put(`${monitorId}/${id}`, { ...event, id, at: clock.now() }, monitorId);
}

/** Monitors of an organization that are there. */
export function monitorsOf({ store }: ExtractionContext, organization: string): Monitor[] {
  return store.monitors.list({ within: organization }).filter(({ deleted }) => !deleted);
}
