import { FUNCTIONS } from '../../shared/contracts/names.ts';

/**
 * The largest code of each function in KB (1,000 bytes): what it has now, and a twentieth more. To load and compile its code is the
 * largest part of a cold start. So whoever adds a package to a function sees at once what it costs.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  [FUNCTIONS.applyWatches]: 630,
  [FUNCTIONS.collectExtraction]: 1_180,
  [FUNCTIONS.deliverAlerts]: 750,
  [FUNCTIONS.deliverTransports]: 900,
  [FUNCTIONS.pages]: 1_000,
  [FUNCTIONS.pollExtraction]: 800,
  [FUNCTIONS.pollFeeds]: 1_870,
  [FUNCTIONS.receiveDelivery]: 720,
  [FUNCTIONS.reconcile]: 1_340,
  [FUNCTIONS.runWatch]: 1_330,
  [FUNCTIONS.submitExtraction]: 800,
  [FUNCTIONS.takeDelivery]: 1_200,
  [FUNCTIONS.writeReport]: 1_980,
};
