import { FUNCTIONS } from '../../shared/contracts/names.ts';

/**
 * The largest code of each function in KB (1,000 bytes): what it has now, and a twentieth more. To load and compile its code is the
 * largest part of a cold start. So whoever adds a package to a function sees at once what it costs.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  [FUNCTIONS.applyWatches]: 700,
  [FUNCTIONS.collectExtraction]: 1_250,
  [FUNCTIONS.deliverAlerts]: 760,
  [FUNCTIONS.deliverTransports]: 970,
  [FUNCTIONS.pages]: 1_010,
  [FUNCTIONS.pollExtraction]: 910,
  [FUNCTIONS.pollFeeds]: 2_020,
  [FUNCTIONS.receiveDelivery]: 790,
  [FUNCTIONS.reconcile]: 1_400,
  [FUNCTIONS.runWatch]: 1_400,
  [FUNCTIONS.submitExtraction]: 910,
  [FUNCTIONS.takeDelivery]: 1_270,
  [FUNCTIONS.writeReport]: 2_040,
};
