import type { MonitorResource } from '../../domain/upstream/upstream-resource.ts';
import type { DesiredMonitor } from '../../domain/upstream/reconcile-monitor.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { ResourceScope } from './upstream-context.ts';

/** The monitor of one watch, being kept. */
export interface MonitorScope extends ResourceScope<MonitorResource> {
  /** Undefined when the watch is gone, or does not ask for a monitor any more. */
  watch: Watch | undefined;
  desired: DesiredMonitor | undefined;
  /** Its watchlist, if it has one, can be used. */
  isListReady: boolean;
}
