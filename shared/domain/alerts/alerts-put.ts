/** How many alerts were put for the first time, and the channels on which alerts wait now, each once. */
export interface AlertsPut {
  alerts: number;
  channels: string[];
}

export const NO_ALERTS: AlertsPut = { alerts: 0, channels: [] };

export function sumAlertsPut(parts: readonly Partial<AlertsPut>[]): AlertsPut {
  return {
    alerts: parts.reduce((sum, { alerts = 0 }) => sum + alerts, 0),
    channels: [...new Set(parts.flatMap(({ channels = [] }) => channels))],
  };
}
