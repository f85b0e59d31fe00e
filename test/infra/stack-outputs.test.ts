import { beforeAll, describe, expect, it } from 'vitest';
import { OUTPUT_NAMES, type OutputName, outputsSchema } from '../../infra/stack-outputs.ts';
import { exactWords, type SharedStack, stackOf } from './synthesised.ts';

let dev: SharedStack;
beforeAll(async () => {
  dev = await stackOf('dev');
});

/** Only stacks whose watches read feeds or the archive have these. */
const OF_POLLERS = [
  'RunsFeedsQueueUrl',
  'RunsFeedsDeadLettersUrl',
  'PollFeedsFunction',
  'RunsWorldQueueUrl',
  'RunsWorldDeadLettersUrl',
  'PollWorldFunction',
] as const;
type OfPollers = (typeof OF_POLLERS)[number];

describe('outputs', () => {
  /** What each output names. The list is typed: a new output needs a line here, one that goes away none. */
  const NAMED: Readonly<Record<Exclude<OutputName, OfPollers>, string>> = {
    TableName: 'WatchTable',
    TopicArn: 'AlertTopic',
    BucketName: 'ObjectStoreBucket',
    RunsNewsQueueUrl: 'NewsRunsQueue',
    RunsNewsDeadLettersUrl: 'NewsRunsDeadLetters',
    ApplyWatchesFunction: 'ApplyWatches',
    DeliverAlertsFunction: 'DeliverAlerts',
    ReconcileFunction: 'Reconcile',
    WriteReportFunction: 'WriteReport',
    NewsKeySecret: 'NewsKeySecret',
    RunsEventsQueueUrl: 'EventsRunsQueue',
    RunsEventsDeadLettersUrl: 'EventsRunsDeadLetters',
    EventsKeySecret: 'EventsKeySecret',
    RunsExtractionQueueUrl: 'ExtractionRunsQueue',
    RunsExtractionDeadLettersUrl: 'ExtractionRunsDeadLetters',
    JobsKeySecret: 'ExtractionKeySecret',
    DecideQueueUrl: 'DecisionsQueue',
    DecideDeadLettersUrl: 'DecisionsDeadLetters',
    DeliveriesQueueUrl: 'DeliveriesWaitingQueue',
    DeliveriesDeadLettersUrl: 'DeliveriesWaitingDeadLetters',
    WorkflowArn: 'ExtractionWorkflowMachine',
    ScheduleGroup: 'bellwetherdev-WatchSchedules-Group-A1A1A871',
    PagesUrl: 'HttpEndpointApi.ApiEndpoint',
    LinkKeySecret: 'LinkKeySecret',
    SubscriberDeadLettersUrl: 'AlertTopicDeadLetters',
  };

  it('are those of the one list, and each names its resource', () => {
    const { Outputs } = dev.template.toJSON();
    expect(
      Object.fromEntries(Object.entries<any>(Outputs).map(([name, { Value }]) => [name, exactWords(Value)])),
    ).toEqual(NAMED);
  });

  it('are read from the template by the local run, all of them', () => {
    const { Outputs } = dev.template.toJSON();
    const values = Object.fromEntries(Object.keys(Outputs).map((name) => [name, 'x']));
    expect(outputsSchema.parse(values)).toEqual(values);
    expect(() => outputsSchema.parse({ ...values, PagesUrl: undefined })).toThrow('PagesUrl');
  });

  it('have the names that deployed stacks have stored', () => {
    expect(OUTPUT_NAMES).toEqual([...Object.keys(NAMED), ...OF_POLLERS]);
  });
});
