/** How many alerts were put for the first time, and the channels on which alerts wait now. */
export interface AlertsPut {
  alerts: number;
  /** Each once, in the order of their first alerts. */
  channels: string[];
}

export const NO_ALERTS: AlertsPut = { alerts: 0, channels: [] };

export function addAlertsPut(a: AlertsPut, b: AlertsPut): AlertsPut {
  return { alerts: a.alerts + b.alerts, channels: [...new Set([...a.channels, ...b.channels])] };
}
