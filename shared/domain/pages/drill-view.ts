/** What the page behind the link of a drill says. */
export interface DrillView {
  channel: string;
  /** The transport, as people know it. */
  by: string;
  /** When the drill began. */
  beganAt: number;
  timezone: string;
  /** How many have confirmed here. */
  confirmed: number;
  /** The token of the button. Absent: the form that was just sent has confirmed. */
  token?: string;
}
