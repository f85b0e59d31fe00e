import type { ItemView } from './describe-item.ts';
import type { ExampleView } from './message-view.ts';

/** What an alert says. */
export interface AlertText {
  /** What happened, on one line. */
  headline: string;
  /** Sentences about it that no item contains: how a story has grown, what was detected, what an incident means. */
  lines: string[];
  /** The finding that it is about. Absent: it is about none, or about a period. */
  item?: ItemView;
  /** The findings of a period, the first few. */
  examples?: readonly ExampleView[];
}
