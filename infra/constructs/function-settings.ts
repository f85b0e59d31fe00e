import { Duration } from 'aws-cdk-lib';
import type { FunctionName } from '../stages/read-stage.ts';

/** What is the same for a function in every stage. */
interface FunctionSettings {
  /**
   * Its file in `functions/`, without `.ts`. Left out: the name of the function. The names of functions are part of
   * alarms and logs, so a file may be renamed without its function.
   */
  entry?: string;
  /** One sentence for the console. */
  description: string;
  /** What users lose while the function fails. Its alarms say it. */
  impact: string;
  timeout: Duration;
  /**
   * True for a function that sends messages to a queue that feeds it. Lambda would stop it at the 17th such message.
   * Our code bounds the chain instead: `MOST_SENDS` in `shared/use-cases/collect/end-run.ts`, and `MOST_WAITS` in
   * `shared/use-cases/decide/decide-space.ts`, where every other message follows work that was done.
   */
  sendsToItself?: true;
  /** How many periods of five minutes in a row must hold a failure before the alarm goes on. Default 3. */
  patience?: number;
  /** True: it works until shortly before its timeout on purpose, and continues in the next call. */
  usesItsTime?: true;
}

export const FUNCTION_SETTINGS: Readonly<Record<FunctionName, FunctionSettings>> = {
  'run-watch': {
    description: 'Runs one watch over its open windows',
    impact: 'Runs fail. Their windows stay open and are queried again, so news is found late.',
    // Lambda allows 15 minutes. A run that needs more than five sends a continuation, so that other runs get their
    // turn.
    timeout: Duration.minutes(5),
    usesItsTime: true,
    sendsToItself: true,
  },
  'decide-findings': {
    description: 'Decides on what was found: stories, and alerts on them',
    impact: 'There are no alerts on what was found. It is stored and waits.',
    // It begins nothing after 45 s. The rest is for one part that takes long, and for the delivery at the end.
    timeout: Duration.minutes(5),
    usesItsTime: true,
    sendsToItself: true,
  },
  'deliver-alerts': {
    description: 'Delivers the alerts that are due',
    impact: 'Alerts that waited, or that SNS did not accept at first, are late.',
    timeout: Duration.minutes(2),
    usesItsTime: true,
  },
  'deliver-transports': {
    description: 'Delivers the alerts that are due on Slack, Teams and other transports',
    impact: 'Alerts on Slack, Teams and other transports beside SNS are late.',
    timeout: Duration.minutes(2),
    usesItsTime: true,
  },
  'apply-watches': {
    description: 'Updates the table, schedules and subscriptions to match the watches',
    impact: 'The last change of the watches was not applied, or only in part.',
    timeout: Duration.minutes(5),
    // It is called once in each deployment, so there is no second period to wait for.
    patience: 1,
  },
  'submit-extraction': {
    description: 'Submits a job to the extraction service once',
    impact: 'Jobs of the extraction service start late.',
    timeout: Duration.minutes(2),
  },
  'poll-extraction': {
    description: 'Reads the state of a job of the extraction service',
    impact: 'Alerts about records of ended jobs are late.',
    timeout: Duration.minutes(2),
  },
  'collect-extraction': {
    description: 'Collects the records of a job and delivers what is new',
    impact: 'Alerts about records of ended jobs are late.',
    timeout: Duration.minutes(5),
    usesItsTime: true,
  },
  'write-report': {
    description: 'Writes reports, and rolls up the days that they are made of',
    impact: 'Reports are late or missing.',
    // To roll up a day with hundreds of thousands of findings takes minutes. A report from rollups takes seconds.
    timeout: Duration.minutes(15),
    usesItsTime: true,
    // It is called once an hour and at the times of reports, so there is no second period to wait for.
    patience: 1,
  },
  pages: {
    description: 'Serves the pages: receipts of alerts, the inbox, and the state of the watches',
    impact: 'Links in alerts do not open.',
    // A page takes well under a second. Anyone can call it, so a call that hangs must end soon.
    timeout: Duration.seconds(10),
  },
  'receive-delivery': {
    entry: 'receive-webhook',
    description: 'Stores webhook payloads of the extraction service, and queues them',
    impact:
      'Alerts about records of monitors are late. The records of refused payloads are pulled within the hour.',
    // The sender waits 5 s. A call that takes longer than this is of no use.
    timeout: Duration.seconds(6),
  },
  'take-delivery': {
    entry: 'process-webhook',
    description: 'Processes the records of webhook payloads',
    impact: 'Alerts about records of monitors are late: they follow the next comparison with the service.',
    timeout: Duration.minutes(5),
    usesItsTime: true,
  },
  'poll-feeds': {
    description: 'Polls the feeds that are due, and stores what is new',
    impact:
      'Feeds are not read. What comes and goes meanwhile is missed, and runs of watches that read feeds wait.',
    timeout: Duration.minutes(3),
    usesItsTime: true,
  },
  'poll-world': {
    description: "Reads the new files of the archive of the world's news, and stores what watches find",
    impact: 'The archive is not read. Its files stay there: what they hold is found late.',
    timeout: Duration.minutes(10),
    usesItsTime: true,
  },
  reconcile: {
    description:
      'Queries open windows again, finishes interrupted work, and keeps the watches within the plan',
    impact:
      'Windows that could not be covered are not queried again, and watches do not slow down when the plan runs short.',
    timeout: Duration.minutes(5),
    usesItsTime: true,
  },
};
