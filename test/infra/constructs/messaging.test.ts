import { beforeAll, describe, expect, it } from 'vitest';
import { exactWords, inWords, onlyOne, type SharedStack, stackOf } from '../synthesised.ts';

let dev: SharedStack;
beforeAll(async () => {
  dev = await stackOf('dev');
});

/** Each queue that functions take from: its dead letters, the function, and how many it takes at once. */
const QUEUES: Readonly<Record<string, { deadLetters: string; fn: string; batch: number }>> = {
  NewsRunsQueue: { deadLetters: 'NewsRunsDeadLetters', fn: 'RunWatch', batch: 1 },
  EventsRunsQueue: { deadLetters: 'EventsRunsDeadLetters', fn: 'RunWatch', batch: 1 },
  ExtractionRunsQueue: { deadLetters: 'ExtractionRunsDeadLetters', fn: 'RunWatch', batch: 1 },
  DecisionsQueue: { deadLetters: 'DecisionsDeadLetters', fn: 'DecideFindings', batch: 1 },
  TransportsOrdersQueue: {
    deadLetters: 'TransportsOrdersDeadLetters',
    fn: 'DeliverTransports',
    batch: 1,
  },
  DeliveriesWaitingQueue: { deadLetters: 'DeliveriesWaitingDeadLetters', fn: 'TakeDelivery', batch: 10 },
};
const DEAD_LETTERS = [
  ...Object.values(QUEUES).map(({ deadLetters }) => deadLetters),
  'ScheduleDeadLetters',
  'AlertTopicDeadLetters',
];

/** The topics or queues whose policies refuse plain connections. */
const guarded = (type: string, property: string) =>
  Object.values(dev.resources(type))
    .filter(({ Properties }) =>
      Properties.PolicyDocument.Statement.some(
        ({ Effect, Condition }: any) =>
          Effect === 'Deny' && Condition.Bool['aws:SecureTransport'] === 'false',
      ),
    )
    .map(({ Properties }) => inWords(Properties[property][0]))
    .toSorted();

describe('the queues', () => {
  const queues = () => dev.resources('AWS::SQS::Queue');

  it('are encrypted and refuse plain connections', () => {
    expect(Object.keys(queues()).toSorted()).toEqual([...Object.keys(QUEUES), ...DEAD_LETTERS].toSorted());
    for (const { Properties } of Object.values(queues())) expect(Properties.SqsManagedSseEnabled).toBe(true);
    expect(guarded('AWS::SQS::QueuePolicy', 'Queues')).toEqual(Object.keys(queues()).toSorted());
  });

  it.each(Object.entries(QUEUES))(
    '%s ends in its dead letters after five receives, and hides a message for six times as long as a call may take',
    (name, { deadLetters, fn }) => {
      const { RedrivePolicy, VisibilityTimeout, MessageRetentionPeriod } = queues()[name]!.Properties;
      expect(exactWords(RedrivePolicy.deadLetterTargetArn)).toBe(`${deadLetters}.Arn`);
      expect(RedrivePolicy.maxReceiveCount).toBe(5);
      const { Timeout } = dev.resources('AWS::Lambda::Function')[fn]!.Properties;
      expect(VisibilityTimeout).toBe(6 * Timeout);
      // SQS then keeps a message for four days.
      expect(MessageRetentionPeriod).toBeUndefined();
    },
  );

  it('keep dead letters for the 14 days that SQS allows', () => {
    for (const name of DEAD_LETTERS) {
      expect(queues()[name]!.Properties).toEqual({
        MessageRetentionPeriod: 14 * 86_400,
        SqsManagedSseEnabled: true,
      });
    }
  });

  it('feed their functions, two calls at a time, and take single failures back', () => {
    const sources = Object.values(dev.resources('AWS::Lambda::EventSourceMapping')).map(({ Properties }) => ({
      queue: exactWords(Properties.EventSourceArn),
      fn: inWords(Properties.FunctionName),
      batch: Properties.BatchSize,
      calls: Properties.ScalingConfig.MaximumConcurrency,
      failures: Properties.FunctionResponseTypes,
    }));
    const byQueue = (one: { queue: string }, other: { queue: string }) => (one.queue < other.queue ? -1 : 1);
    expect(sources.toSorted(byQueue)).toEqual(
      Object.entries(QUEUES)
        .map(([queue, { fn, batch }]) => ({
          queue: `${queue}.Arn`,
          fn,
          batch,
          calls: 2,
          failures: ['ReportBatchItemFailures'],
        }))
        .toSorted(byQueue),
    );
  });
});

describe('the topics', () => {
  it('refuse plain connections; the one of the alerts is encrypted with the key that SNS brings', () => {
    const topics = dev.resources('AWS::SNS::Topic');
    const { DeliveryStatusLogging: _logged, ...properties } = topics['AlertTopic']!.Properties;
    expect(properties).toEqual({ DisplayName: 'Bellwether', KmsMasterKeyId: 'alias/aws/sns' });
    expect(guarded('AWS::SNS::TopicPolicy', 'Topics')).toEqual(['AlarmsTopic', 'AlertTopic']);
  });

  it('of alarms reach the operators of the watches', () => {
    const { Properties } = onlyOne(dev, 'AWS::SNS::Subscription');
    expect(Properties).toMatchObject({ Protocol: 'email', Endpoint: 'oncall@acme.example' });
    expect(inWords(Properties.TopicArn)).toBe('AlarmsTopic');
  });
});

describe('mail through SES', () => {
  const mailRights = (stack: SharedStack) =>
    Object.values(stack.resources('AWS::IAM::Policy')).flatMap(({ Properties }) =>
      Properties.PolicyDocument.Statement.filter(({ Action }: any) =>
        [Action].flat().includes('ses:SendEmail'),
      ).map(({ Resource, ...statement }: any) => ({
        ...statement,
        roles: Properties.Roles.map(inWords),
        on: [Resource].flat().map(inWords),
      })),
    );

  it('is allowed from the senders that the file names, to the function that sends, and else to nobody', async () => {
    expect(mailRights(dev)).toEqual([]);
    const identity = (name: string) => `arn:AWS::Partition:ses:AWS::Region:AWS::AccountId:identity/${name}`;
    expect(mailRights(await stackOf('dev', { feeds: true }))).toEqual([
      {
        Action: 'ses:SendEmail',
        Effect: 'Allow',
        Condition: { StringEquals: { 'ses:FromAddress': ['news@mail.acme.example'] } },
        roles: ['DeliverTransportsRole'],
        on: ['acme.example', 'mail.acme.example', 'news@mail.acme.example'].map(identity),
      },
    ]);
  });
});
