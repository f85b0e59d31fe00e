import { FUNCTIONS } from '../../shared/contracts/names.ts';

/**
 * The functions whose late parts are files of their own, because most of their calls do not need them: clients of S3, SQS, SNS and Step
 * Functions, charts, spreadsheets, languages. The others are bundled together: a run of the bundler for one function takes about a
 * second of processor time more, and without such parts they gain nothing.
 */
export const FUNCTIONS_IN_PARTS: readonly string[] = [
  FUNCTIONS.decideFindings,
  FUNCTIONS.pages,
  FUNCTIONS.pollFeeds,
  FUNCTIONS.runWatch,
  FUNCTIONS.writeReport,
];
