import type { Instant } from '../../domain/time/instant.ts';
import type { Window } from '../../domain/time/window.ts';
import type { ExplainPorts } from './explain-ports.ts';

/** The latest recorded window of a watch that covers an instant; undefined where there is none. */
export async function findCoveringWindow(
  windows: ExplainPorts['windows'],
  { watchId, at }: { watchId: string; at: Instant },
): Promise<Window | undefined> {
  const found = (await windows.covering(watchId, at)).find(({ state }) => state !== 'open');
  return found && { from: found.from, to: found.to };
}
