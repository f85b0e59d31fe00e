import { Duration } from 'aws-cdk-lib';
import type { FunctionName } from './stages.ts';

/** What a function is, in every stage alike. */
export interface FunctionSettings {
  /** One sentence for the console. */
  description: string;
  /** What users lose while the function fails: the impact of its alarms. */
  impact: string;
  timeout: Duration;
  /** How many periods of five minutes in a row must hold a failure before its alarm rings. */
  patience: number;
}

export const FUNCTION_SETTINGS: Readonly<Record<FunctionName, FunctionSettings>> = {
  'run-watch': {
    description: 'Runs one watch over what it has not covered yet',
    impact: 'Runs break off; their windows stay open and are asked again, so news is found late.',
    // Lambda would allow 15 minutes; a run that needs more than these sends itself on and leaves its place to others.
    timeout: Duration.minutes(5),
    patience: 3,
  },
  'deliver-alerts': {
    description: 'Tells the alerts that are due',
    impact: 'Alerts that were held, put off or not accepted at first are told late.',
    timeout: Duration.minutes(2),
    patience: 3,
  },
  'apply-watches': {
    description: 'Makes table, schedules and subscriptions agree with the watches',
    impact: 'The last change of the watches is not in force, or only a part of it.',
    timeout: Duration.minutes(5),
    // Called once in each deployment: there is no second period to wait for.
    patience: 1,
  },
  'submit-extraction': {
    description: 'Sends a job to the extraction service, once',
    impact: 'Jobs of the extraction service start late.',
    timeout: Duration.minutes(2),
    patience: 3,
  },
  'poll-extraction': {
    description: 'Looks where a job of the extraction service stands',
    impact: 'Records of jobs that have ended are told late.',
    timeout: Duration.minutes(2),
    patience: 3,
  },
  'collect-extraction': {
    description: 'Takes the records of a job and tells what is new',
    impact: 'Records of jobs that have ended are told late.',
    timeout: Duration.minutes(5),
    patience: 3,
  },
  'write-report': {
    description: 'Writes reports, and folds the days that they are made of',
    impact: 'Reports come late, or not at all.',
    // A day with hundreds of thousands of findings takes minutes to fold; a report from folds takes seconds.
    timeout: Duration.minutes(15),
    // Called once an hour and at the slots of reports: there is no second period to wait for.
    patience: 1,
  },
  pages: {
    description: 'Answers with pages: receipts of alerts, the inbox, and how the watches stand',
    impact: 'Links in alerts do not open.',
    // The gateway gives up after 30 seconds.
    timeout: Duration.seconds(29),
    patience: 3,
  },
  'receive-delivery': {
    description: 'Keeps what monitors of the extraction service send, and queues it',
    impact: 'Records of monitors are told late: what is not taken is pulled within the hour.',
    // The sender waits 5 s; a call that takes longer than this helps nobody.
    timeout: Duration.seconds(10),
    patience: 3,
  },
  'take-delivery': {
    description: 'Takes the records of what monitors have sent',
    impact: 'Records of monitors are told late, or from the next comparison with the service on.',
    timeout: Duration.minutes(5),
    patience: 3,
  },
  reconcile: {
    description:
      'Asks open windows again, mends what was left half done, and keeps the watches within the plan',
    impact:
      'Windows that could not be covered are not asked again, and no watch is slowed when its plan runs short.',
    timeout: Duration.minutes(5),
    patience: 3,
  },
};
