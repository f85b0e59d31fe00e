import { FUNCTIONS } from '../../shared/contracts/names.ts';

/**
 * The largest code that each function loads at its start in KB (1,000 bytes), without its late parts: what it has now,
 * and a twentieth more. To load and compile its code is the largest part of a cold start. So whoever adds a package to
 * a function sees at once what it costs.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  [FUNCTIONS.applyWatches]: 605,
  [FUNCTIONS.collectExtraction]: 1_495,
  [FUNCTIONS.decideFindings]: 735,
  [FUNCTIONS.deliverAlerts]: 725,
  [FUNCTIONS.deliverTransports]: 1_195,
  [FUNCTIONS.pages]: 810,
  [FUNCTIONS.pollExtraction]: 1_120,
  [FUNCTIONS.pollFeeds]: 1_200,
  [FUNCTIONS.pollWorld]: 1_200,
  [FUNCTIONS.receiveDelivery]: 700,
  [FUNCTIONS.reconcile]: 1_635,
  [FUNCTIONS.runWatch]: 1_480,
  [FUNCTIONS.submitExtraction]: 1_120,
  [FUNCTIONS.takeDelivery]: 1_510,
  [FUNCTIONS.writeReport]: 845,
};

/**
 * The functions whose late parts are files of their own, because most of their calls do not need them: the client of
 * S3, charts, spreadsheets, the client that counts names, languages, models. The others are bundled together: a run of the
 * bundler for one function takes half a second of processor time more, and without such parts they gain nothing. None of
 * them may import a file that loads a part late: it would hold all commands of the SDK's clients that the part uses.
 */
export const FUNCTIONS_IN_PARTS: readonly string[] = [
  FUNCTIONS.decideFindings,
  FUNCTIONS.deliverAlerts,
  FUNCTIONS.deliverTransports,
  FUNCTIONS.pages,
  FUNCTIONS.pollFeeds,
  FUNCTIONS.runWatch,
  FUNCTIONS.writeReport,
];
