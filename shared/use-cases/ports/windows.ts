import type { WindowRecord } from '../../domain/runs/window-record.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { Window } from '../../domain/time/window.ts';

/** Windows that found something, came late, were cut, or are open. */
export interface Windows {
  put(record: WindowRecord): Promise<void>;
  of(watchId: string): Promise<WindowRecord[]>;
  /** The latest windows of a watch, newest first. */
  latest(watchId: string, limit: number): Promise<WindowRecord[]>;
  /** Those of a watch in which an instant lies, as far as they are recorded; the latest first. */
  covering(watchId: string, at: Instant): Promise<WindowRecord[]>;
  /** Those of a watch that begin in a span, oldest first. */
  between(watchId: string, span: Window): Promise<WindowRecord[]>;
  /** Open windows of all watches that are due to be queried again. */
  open(before: Instant, limit: number): Promise<WindowRecord[]>;
}
