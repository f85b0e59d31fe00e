import { FUNCTIONS } from '../../shared/contracts/names.ts';

/**
 * The largest code of each function in KB (1,000 bytes): what it has now, and a twentieth more. To load and compile its code is the
 * largest part of a cold start. So whoever adds a package to a function sees at once what it costs.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  [FUNCTIONS.applyWatches]: 660,
  [FUNCTIONS.collectExtraction]: 1_220,
  [FUNCTIONS.deliverAlerts]: 730,
  [FUNCTIONS.deliverTransports]: 940,
  [FUNCTIONS.pages]: 970,
  [FUNCTIONS.pollExtraction]: 880,
  [FUNCTIONS.pollFeeds]: 1_820,
  [FUNCTIONS.receiveDelivery]: 760,
  [FUNCTIONS.reconcile]: 1_370,
  [FUNCTIONS.runWatch]: 1_360,
  [FUNCTIONS.submitExtraction]: 880,
  [FUNCTIONS.takeDelivery]: 1_230,
  [FUNCTIONS.writeReport]: 2_010,
};
