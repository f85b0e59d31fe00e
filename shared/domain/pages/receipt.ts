import type { Alert, AlertState } from '../alerts/alert.ts';
import type { StoredFinding } from '../findings/finding.ts';
import type { Instant } from '../time/instant.ts';
import type { Delivery, Message } from '../alerts/message.ts';
import type { MuteForm } from './mute-link.ts';
import type { Silence } from '../channels/silence.ts';
import type { Story } from '../stories/story.ts';
import type { Watch } from '../watches/watch.ts';
import type { WindowRecord } from '../runs/window-record.ts';

/** The facts of a receipt: why the alert exists, and what became of it. */
export interface Receipt {
  alert: Alert;
  state: AlertState;
  /** Zone of its channel, in which times are shown. */
  timezone: string;
  /** The watch as it is now; it may have another version. */
  watch?: Watch;
  /** Its findings as they are stored. */
  findings: readonly StoredFinding[];
  /** The windows in which the first of them was found, the latest first. */
  windows: readonly WindowRecord[];
  /** Its story as it is now. */
  story?: Story;
  /** The message that told it. */
  told?: { message: Message; delivery: Delivery };
  /** What mutes its watch or its outlet now. */
  silences: readonly Silence[];
  forms: readonly MuteForm[];
  now: Instant;
}
