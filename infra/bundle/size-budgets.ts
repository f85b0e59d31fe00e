import { FUNCTIONS } from '../../shared/contracts/names.ts';

/**
 * The largest code that each function loads at its start in KB (1,000 bytes), without its late parts: what it has now, and a twentieth
 * more. To load and compile its code is the largest part of a cold start. So whoever adds a package to a function sees at once what it
 * costs.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  [FUNCTIONS.applyWatches]: 630,
  [FUNCTIONS.collectExtraction]: 1_190,
  [FUNCTIONS.deliverAlerts]: 750,
  [FUNCTIONS.deliverTransports]: 905,
  [FUNCTIONS.pages]: 865,
  [FUNCTIONS.pollExtraction]: 790,
  [FUNCTIONS.pollFeeds]: 870,
  [FUNCTIONS.receiveDelivery]: 720,
  [FUNCTIONS.reconcile]: 1_340,
  [FUNCTIONS.runWatch]: 1_115,
  [FUNCTIONS.submitExtraction]: 790,
  [FUNCTIONS.takeDelivery]: 1_205,
  [FUNCTIONS.writeReport]: 812,
};
