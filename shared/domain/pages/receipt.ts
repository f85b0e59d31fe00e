import type { Alert } from '../alerts/alert.ts';
import type { AlertState } from '../alerts/alert-state.ts';
import type { StoredFinding } from '../findings/finding.ts';
import type { Instant } from '../time/instant.ts';
import type { Delivery, Message } from '../alerts/message.ts';
import type { MuteForm } from './mute-link.ts';
import type { ReaderAction } from './reader-action.ts';
import type { Silence } from '../channels/silence.ts';
import type { Story } from '../stories/story.ts';
import type { Watch } from '../watches/watch.ts';
import type { Window } from '../time/window.ts';

/** The contents of a receipt: why there is an alert, and what happened to it. */
export interface Receipt {
  alert: Alert;
  state: AlertState;
  /** The path of the receipt itself. */
  path: string;
  /** The zone in which times are shown: that of its channel when the alert was put. */
  timezone: string;
  /** The watch as it is now, perhaps in another version. */
  watch?: Watch;
  /** Its stored findings. */
  findings: readonly StoredFinding[];
  /** Of a watch of feeds: spans in which items of a feed may have come and gone unseen, within what led to the alert. */
  missed?: readonly Window[];
  /** Its story as it is now. */
  story?: Story;
  /** Its message with the delivery, or the message of the alert that it was joined to. */
  delivered?: { message: Message; delivery: Delivery };
  /** The same alert on other lanes of its channel, with the deliveries of their messages. */
  others: readonly {
    lane: string;
    state: AlertState;
    delivered?: { message: Message; delivery: Delivery };
  }[];
  /** The silences that mute its watch or its outlet now. */
  silences: readonly Silence[];
  forms: readonly MuteForm[];
  /** What readers did about it, undone ones among them. */
  actions: readonly ReaderAction[];
  /** The path of the page on which they can. Absent: the reader may only look. */
  actionsPath?: string;
  now: Instant;
}
