/** What a step put on channels. */
export interface AlertsMade {
  /** Alerts that were not there before. */
  alerts: number;
  /** Channels that have something to deliver, each once. */
  channels: readonly string[];
}

export const NO_ALERTS: AlertsMade = { alerts: 0, channels: [] };

/** What several steps put on channels together. */
export function joinAlertsMade(...made: readonly Partial<AlertsMade>[]): AlertsMade {
  return {
    alerts: made.reduce((sum, { alerts = 0 }) => sum + alerts, 0),
    channels: [...new Set(made.flatMap(({ channels = [] }) => channels))],
  };
}
