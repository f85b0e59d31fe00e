import { FUNCTIONS } from '../../shared/contracts/names.ts';

/**
 * The largest code that each function loads at its start in KB (1,000 bytes), without its late parts: what it has now, and a twentieth
 * more. To load and compile its code is the largest part of a cold start. So whoever adds a package to a function sees at once what it
 * costs.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  [FUNCTIONS.applyWatches]: 585,
  [FUNCTIONS.collectExtraction]: 1_130,
  [FUNCTIONS.decideFindings]: 720,
  [FUNCTIONS.deliverAlerts]: 650,
  [FUNCTIONS.deliverTransports]: 805,
  [FUNCTIONS.pages]: 792,
  [FUNCTIONS.pollExtraction]: 799,
  [FUNCTIONS.pollFeeds]: 858,
  [FUNCTIONS.receiveDelivery]: 685,
  [FUNCTIONS.reconcile]: 1_270,
  [FUNCTIONS.runWatch]: 1_000,
  [FUNCTIONS.submitExtraction]: 799,
  [FUNCTIONS.takeDelivery]: 1_145,
  [FUNCTIONS.writeReport]: 819,
};
