import type { MonitorHolding } from '../domain/holding.ts';
import type { DesiredMonitor } from '../domain/upstream-monitor.ts';
import type { Watch } from '../domain/watch.ts';
import type { Keeper } from './upkeep.ts';

/** The monitor of one watch, being kept. */
export interface MonitorKeeper extends Keeper<MonitorHolding> {
  /** Undefined when the watch is gone, or does not ask for a monitor any more. */
  watch: Watch | undefined;
  desired: DesiredMonitor | undefined;
  /** Its watchlist, if it has one, can be used. */
  isListReady: boolean;
}
