import type { ExtractionContext } from '../context.ts';
import type { Monitor, MonitorEvent } from './monitor.ts';

/** Adds a line to the history of a monitor; ids count up within the monitor. */
export function noteEvent(
  { shelves, clock }: ExtractionContext,
  monitorId: string,
  event: Omit<MonitorEvent, 'id' | 'at'>,
): void {
  const id = shelves.monitorEvents.count(monitorId) + 1;
  shelves.monitorEvents.put(`${monitorId}/${id}`, { ...event, id, at: clock.now() }, monitorId);
}

/** Monitors of an organization that are there. */
export function monitorsOf({ shelves }: ExtractionContext, organization: string): Monitor[] {
  return shelves.monitors.list({ within: organization }).filter(({ deleted }) => !deleted);
}
