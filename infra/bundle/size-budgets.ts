import { FUNCTIONS } from '../../shared/contracts/names.ts';

/**
 * The largest code of each function in KB (1,000 bytes): what it has now, and a twentieth more. To load and compile its code is the
 * largest part of a cold start. So whoever adds a package to a function sees at once what it costs.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  [FUNCTIONS.applyWatches]: 710,
  [FUNCTIONS.collectExtraction]: 1_270,
  [FUNCTIONS.deliverAlerts]: 780,
  [FUNCTIONS.deliverTransports]: 990,
  [FUNCTIONS.pages]: 1_030,
  [FUNCTIONS.pollExtraction]: 930,
  [FUNCTIONS.pollFeeds]: 2_040,
  [FUNCTIONS.receiveDelivery]: 810,
  [FUNCTIONS.reconcile]: 1_420,
  [FUNCTIONS.runWatch]: 1_410,
  [FUNCTIONS.submitExtraction]: 930,
  [FUNCTIONS.takeDelivery]: 1_280,
  [FUNCTIONS.writeReport]: 2_060,
};
