import { beforeAll, describe, expect, it } from 'vitest';
import {
  readApplyEnvironment,
  readDecideEnvironment,
  readDeliverEnvironment,
  readExtractionEnvironment,
  readInsertEnvironment,
  readLinkEnvironment,
  readPagesEnvironment,
  readReceiveEnvironment,
  readReconcileEnvironment,
  readReportEnvironment,
  readRunWatchEnvironment,
  readTransportQueueEnvironment,
  readTransportsEnvironment,
} from '../../shared/contracts/environment.ts';
import { ENV, FUNCTIONS } from '../../shared/contracts/names.ts';
import { exactWords, type SharedStack, stackOf } from './synthesised.ts';

let dev: SharedStack;
beforeAll(async () => {
  dev = await stackOf('dev');
});

const environmentOf = (id: string): Record<string, string> => {
  const { Variables } = dev.resources('AWS::Lambda::Function')[id]!.Properties.Environment;
  return Object.fromEntries(Object.entries(Variables).map(([name, value]) => [name, exactWords(value)]));
};

/** What each variable names, on whichever function it is set. */
const VALUES: Readonly<Record<string, string>> = {
  TABLE_NAME: 'WatchTable',
  TOPIC_ARN: 'AlertTopic',
  SUBSCRIBER_DEAD_LETTERS_ARN: 'AlertTopicDeadLetters.Arn',
  BUCKET_NAME: 'ObjectStoreBucket',
  RUNS_NEWS_QUEUE_URL: 'NewsRunsQueue',
  RUNS_EVENTS_QUEUE_URL: 'EventsRunsQueue',
  RUNS_EXTRACTION_QUEUE_URL: 'ExtractionRunsQueue',
  RUNS_NEWS_QUEUE_ARN: 'NewsRunsQueue.Arn',
  RUNS_EVENTS_QUEUE_ARN: 'EventsRunsQueue.Arn',
  RUNS_EXTRACTION_QUEUE_ARN: 'ExtractionRunsQueue.Arn',
  NEWS_URL: 'NewsUrl',
  NEWS_KEY_SECRET: 'NewsKeySecret',
  EVENTS_URL: 'EventsUrl',
  EVENTS_KEY_SECRET: 'EventsKeySecret',
  JOBS_URL: 'JobsUrl',
  JOBS_KEY_SECRET: 'ExtractionKeySecret',
  JOBS_PREFIX: 'JobsPrefix',
  DECIDE_QUEUE_URL: 'DecisionsQueue',
  TRANSPORTS_QUEUE_URL: 'TransportsOrdersQueue',
  SLACK_URL: 'https://slack.com/api',
  PAGERDUTY_URL: 'https://events.pagerduty.com',
  DELIVERIES_QUEUE_URL: 'DeliveriesWaitingQueue',
  WORKFLOW_ARN: 'ExtractionWorkflowMachine',
  SCHEDULE_GROUP: 'bellwetherdev-WatchSchedules-Group-A1A1A871',
  SCHEDULE_ROLE_ARN: 'WatchSchedulesRole.Arn',
  SCHEDULE_DEAD_LETTERS_ARN: 'ScheduleDeadLetters.Arn',
  WRITE_REPORT_FUNCTION_ARN: 'WriteReport.Arn',
  REPORT_DAYS: '400',
  PAGES_URL: 'HttpEndpointApi.ApiEndpoint',
  HEARTBEAT_URL: 'HeartbeatUrl',
  LINK_KEY_SECRET: 'LinkKeySecret',
};

const RUNS = 'RUNS_NEWS_QUEUE_URL RUNS_EVENTS_QUEUE_URL RUNS_EXTRACTION_QUEUE_URL';
const NEWS = 'NEWS_URL NEWS_KEY_SECRET';
const EVENTS = 'EVENTS_URL EVENTS_KEY_SECRET';
const JOBS = 'JOBS_URL JOBS_KEY_SECRET JOBS_PREFIX';
const LINKS = 'PAGES_URL LINK_KEY_SECRET';
const QUEUES = 'TRANSPORTS_QUEUE_URL DECIDE_QUEUE_URL';
const ARNS = 'RUNS_NEWS_QUEUE_ARN RUNS_EVENTS_QUEUE_ARN RUNS_EXTRACTION_QUEUE_ARN WRITE_REPORT_FUNCTION_ARN';

/** The variables of each function, beside the name of the stack. */
const GIVEN: Readonly<Record<string, string>> = {
  RunWatch: `TABLE_NAME TOPIC_ARN ${QUEUES} BUCKET_NAME WORKFLOW_ARN ${RUNS} ${NEWS} ${EVENTS} ${LINKS}`,
  DecideFindings: `TABLE_NAME TOPIC_ARN ${QUEUES} ${LINKS}`,
  DeliverAlerts: `TABLE_NAME TOPIC_ARN TRANSPORTS_QUEUE_URL ${LINKS}`,
  DeliverTransports: `TABLE_NAME SLACK_URL PAGERDUTY_URL ${LINKS}`,
  ApplyWatches: `TABLE_NAME TOPIC_ARN SUBSCRIBER_DEAD_LETTERS_ARN SCHEDULE_GROUP SCHEDULE_ROLE_ARN SCHEDULE_DEAD_LETTERS_ARN ${ARNS}`,
  Reconcile: `TABLE_NAME TOPIC_ARN ${QUEUES} SUBSCRIBER_DEAD_LETTERS_ARN BUCKET_NAME WORKFLOW_ARN HEARTBEAT_URL ${LINKS} ${RUNS} ${NEWS} ${EVENTS} ${JOBS}`,
  SubmitExtraction: `TABLE_NAME ${JOBS}`,
  PollExtraction: `TABLE_NAME ${JOBS}`,
  CollectExtraction: `TABLE_NAME TOPIC_ARN ${QUEUES} BUCKET_NAME ${JOBS} ${LINKS}`,
  ReceiveDelivery: 'TABLE_NAME BUCKET_NAME DELIVERIES_QUEUE_URL JOBS_KEY_SECRET',
  TakeDelivery: `TABLE_NAME TOPIC_ARN ${QUEUES} BUCKET_NAME ${JOBS} ${LINKS}`,
  Pages: `TABLE_NAME BUCKET_NAME DECIDE_QUEUE_URL TRANSPORTS_QUEUE_URL ${LINKS}`,
  WriteReport: `TABLE_NAME TOPIC_ARN TRANSPORTS_QUEUE_URL BUCKET_NAME REPORT_DAYS ${NEWS} ${LINKS}`,
};

/** What each function reads of it. */
const READERS: Readonly<Record<string, readonly ((environment: Record<string, string>) => unknown)[]>> = {
  RunWatch: [readRunWatchEnvironment, readTransportQueueEnvironment, readLinkEnvironment],
  DecideFindings: [readDecideEnvironment, readTransportQueueEnvironment, readLinkEnvironment],
  DeliverAlerts: [readDeliverEnvironment, readTransportQueueEnvironment, readLinkEnvironment],
  DeliverTransports: [readTransportsEnvironment, readLinkEnvironment],
  ApplyWatches: [readApplyEnvironment],
  Reconcile: [readReconcileEnvironment, readTransportQueueEnvironment, readLinkEnvironment],
  SubmitExtraction: [readExtractionEnvironment],
  PollExtraction: [readExtractionEnvironment],
  CollectExtraction: [readInsertEnvironment, readTransportQueueEnvironment, readLinkEnvironment],
  ReceiveDelivery: [readReceiveEnvironment],
  TakeDelivery: [readInsertEnvironment, readTransportQueueEnvironment, readLinkEnvironment],
  Pages: [readPagesEnvironment, readTransportQueueEnvironment, readLinkEnvironment],
  WriteReport: [readReportEnvironment, readTransportQueueEnvironment, readLinkEnvironment],
};

describe('the environment of each function', () => {
  it.each(Object.entries(READERS))('of %s has all that it reads before it starts', (id, readers) => {
    for (const read of readers) expect(read(environmentOf(id))).toBeDefined();
  });

  it.each(Object.entries(GIVEN))('of %s has these variables and no others', (id, names) => {
    const expected = names.split(' ').map((name) => [name, VALUES[name]]);
    expect(environmentOf(id)).toEqual(
      Object.fromEntries([['POWERTOOLS_SERVICE_NAME', 'bellwether-dev'], ...expected]),
    );
  });

  it('is known of every function, and every variable that code may read is set on one', () => {
    // What only a stack with pollers has is tested in stack.feeds.test.ts.
    const { runsQueue, runsQueueArn } = ENV;
    const ofFeeds = [runsQueue.feeds, runsQueueArn.feeds, ENV.feedsReach];
    const ofWorld = [runsQueue.world, runsQueueArn.world, ENV.worldUrl];
    expect(Object.keys(GIVEN)).toHaveLength(Object.keys(FUNCTIONS).length - 2);
    const known = Object.values(ENV).flatMap((name) =>
      typeof name === 'string' ? name : Object.values(name),
    );
    // This stage names no organization, models, issuer and app; those of other stages are tested in stages.long.test.ts.
    // Operators set the allowlist.
    const { jobsOrganization, models, reachable, signIn, slackApp, pagerDutyWebhookSecret } = ENV;
    const ofPages = [signIn, slackApp, pagerDutyWebhookSecret];
    const optional = [jobsOrganization, models, reachable, ...ofPages, ...ofFeeds, ...ofWorld];
    expect([...Object.keys(VALUES), ENV.service, ...optional].toSorted()).toEqual(known.toSorted());
  });

  it('names the stack on all of them, which separates the metrics of stages', async () => {
    for (const stage of ['dev', 'prod']) {
      const functions = (await stackOf(stage)).resources('AWS::Lambda::Function');
      for (const id of Object.keys(GIVEN))
        expect(functions[id]!.Properties.Environment.Variables[ENV.service]).toBe(`bellwether-${stage}`);
    }
  });
});
