import type { Alert } from '../../domain/alerts/alert.ts';

/** The link to the receipt of an alert; undefined where its texts contain none. */
export type LinkOf = (alert: Alert) => string | undefined;

export const noLink: LinkOf = () => undefined;
