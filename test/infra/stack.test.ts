import { beforeAll, describe, expect, it } from 'vitest';
import { inWords, permissions, type SharedStack, stackOf } from './synthesised.ts';

let dev: SharedStack;
beforeAll(async () => {
  dev = await stackOf('dev');
});

const LOG = (name: string) => [`logs:CreateLogStream on ${name}Log`, `logs:PutLogEvents on ${name}Log`];
/** What signs the links in messages. */
const LINKS = 'secretsmanager:GetSecretValue on LinkKeySecret';
/** What the poller of a queue does in the function's name. */
const TAKING = [
  'sqs:ChangeMessageVisibility',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
  'sqs:GetQueueUrl',
  'sqs:ReceiveMessage',
];
const ORDERING = 'sqs:SendMessage on TransportsOrdersQueue';
const ORDERING_DECISIONS = 'sqs:SendMessage on DecisionsQueue';
const SUBSCRIPTIONS = [
  'sns:GetSubscriptionAttributes on *',
  'sns:ListSubscriptionsByTopic on AlertTopic',
  'sns:SetSubscriptionAttributes on *',
  'sns:Subscribe on AlertTopic',
  'sns:Unsubscribe on *',
];

describe('what each part may do beside the table, and nothing else', () => {
  /** What functions may do with the table is compared in watch-table.test.ts, with its keys. */
  const of = (role: string) => permissions(dev)[role]?.filter((line) => !line.startsWith('dynamodb:'));

  it('a run stores, publishes, reads two keys, signs links, takes and sends orders of its services, and puts raw findings', () => {
    expect(of('RunWatchRole')).toEqual(
      [
        ...LOG('RunWatch'),
        's3:PutObject on ObjectStoreBucket/raw/*',
        'secretsmanager:GetSecretValue on EventsKeySecret',
        'secretsmanager:GetSecretValue on NewsKeySecret',
        LINKS,
        'sns:Publish on AlertTopic',
        ORDERING,
        ORDERING_DECISIONS,
        ...['News', 'Events', 'Extraction'].flatMap((service) =>
          [...TAKING, 'sqs:SendMessage'].map((action) => `${action} on ${service}RunsQueue`),
        ),
        'states:StartExecution on ExtractionWorkflowMachine',
      ].toSorted(),
    );
  });

  it('deciding stores, publishes, signs links, and takes and sends its own orders', () => {
    expect(of('DecideFindingsRole')).toEqual(
      [
        ...LOG('DecideFindings'),
        ...TAKING.map((action) => `${action} on DecisionsQueue`),
        LINKS,
        'sns:Publish on AlertTopic',
        ORDERING,
        ORDERING_DECISIONS,
      ].toSorted(),
    );
  });

  it('delivery stores and publishes', () => {
    expect(of('DeliverAlertsRole')).toEqual(
      [...LOG('DeliverAlerts'), LINKS, 'sns:Publish on AlertTopic', ORDERING].toSorted(),
    );
  });

  it('delivery to other transports stores, takes its orders and reads the secrets that people have made for it', () => {
    const own = 'arn:AWS::Partition:secretsmanager:AWS::Region:AWS::AccountId:secret:bellwether-dev/*';
    expect(of('DeliverTransportsRole')).toEqual(
      [
        ...LOG('DeliverTransports'),
        ...TAKING.map((action) => `${action} on TransportsOrdersQueue`),
        LINKS,
        `secretsmanager:GetSecretValue on ${own}`,
        'events:PutEvents on arn:AWS::Partition:events:AWS::Region:AWS::AccountId:event-bus/*',
      ].toSorted(),
    );
  });

  it('applying keeps store, schedules of one group and subscriptions; it holds no key and knows no service', () => {
    const group = Object.values(dev.resources('AWS::Scheduler::ScheduleGroup'))[0]!.Properties.Name;
    const schedules = `arn:AWS::Partition:scheduler:AWS::Region:AWS::AccountId:schedule/${group}/*`;
    expect(of('ApplyWatchesRole')).toEqual(
      [
        ...LOG('ApplyWatches'),
        ...SUBSCRIPTIONS,
        'iam:PassRole on WatchSchedulesRole',
        `scheduler:CreateSchedule on ${schedules}`,
        `scheduler:DeleteSchedule on ${schedules}`,
        `scheduler:GetSchedule on ${schedules}`,
        'scheduler:ListSchedules on *',
        `scheduler:UpdateSchedule on ${schedules}`,
      ].toSorted(),
    );
  });

  it('reconciling stores, orders runs, keeps subscriptions, reads the keys, publishes and signs links', () => {
    expect(of('ReconcileRole')).toEqual(
      [
        ...LOG('Reconcile'),
        ...SUBSCRIPTIONS,
        'sns:Publish on AlertTopic',
        ORDERING,
        ORDERING_DECISIONS,
        LINKS,
        'secretsmanager:GetSecretValue on EventsKeySecret',
        's3:PutObject on ObjectStoreBucket/raw/*',
        'secretsmanager:GetSecretValue on NewsKeySecret',
        'sqs:SendMessage on ExtractionRunsQueue',
        'sqs:SendMessage on EventsRunsQueue',
        'sqs:SendMessage on NewsRunsQueue',
        'secretsmanager:GetSecretValue on ExtractionKeySecret',
        'states:ListExecutions on ExtractionWorkflowMachine',
        'states:StartExecution on ExtractionWorkflowMachine',
      ].toSorted(),
    );
  });

  it('a step of an extraction stores and reads one key; the last one puts raw findings, orders them to be decided and publishes', () => {
    const key = 'secretsmanager:GetSecretValue on ExtractionKeySecret';
    expect(of('SubmitExtractionRole')).toEqual([...LOG('SubmitExtraction'), key].toSorted());
    expect(of('PollExtractionRole')).toEqual([...LOG('PollExtraction'), key].toSorted());
    const alerting = [
      's3:PutObject on ObjectStoreBucket/raw/*',
      'sns:Publish on AlertTopic',
      ORDERING_DECISIONS,
      ORDERING,
    ];
    expect(of('CollectExtractionRole')).toEqual(
      [...LOG('CollectExtraction'), ...alerting, LINKS, key].toSorted(),
    );
  });

  it('the receiver keeps bodies without the key and queues them; who takes them reads bodies and one key, orders what decides, publishes and signs links', () => {
    expect(of('ReceiveDeliveryRole')).toEqual(
      [
        ...LOG('ReceiveDelivery'),
        's3:PutObject on ObjectStoreBucket/deliveries/*',
        'sqs:SendMessage on DeliveriesWaitingQueue',
        'secretsmanager:GetSecretValue on ExtractionKeySecret',
      ].toSorted(),
    );
    expect(of('TakeDeliveryRole')).toEqual(
      [
        ...LOG('TakeDelivery'),
        ...TAKING.map((action) => `${action} on DeliveriesWaitingQueue`),
        's3:GetObject on ObjectStoreBucket/deliveries/*',
        's3:ListBucket on ObjectStoreBucket',
        's3:PutObject on ObjectStoreBucket/raw/*',
        'secretsmanager:GetSecretValue on ExtractionKeySecret',
        'sns:Publish on AlertTopic',
        ORDERING_DECISIONS,
        ORDERING,
        LINKS,
      ].toSorted(),
    );
  });

  it('pages read the store and reports, write what a form of a receipt asks for, check links and order what decides', () => {
    const reports = ['s3:GetObject on ObjectStoreBucket/reports/*', 's3:ListBucket on ObjectStoreBucket'];
    expect(of('PagesRole')).toEqual([...LOG('Pages'), ...reports, LINKS, ORDERING_DECISIONS].toSorted());
  });

  it('reports read and write the store, ask the news service, keep objects, publish and sign links', () => {
    expect(of('WriteReportRole')).toEqual(
      [
        ...LOG('WriteReport'),
        's3:PutObject on ObjectStoreBucket/reports/*',
        'secretsmanager:GetSecretValue on NewsKeySecret',
        'sns:Publish on AlertTopic',
        ORDERING,
        LINKS,
      ].toSorted(),
    );
  });

  it('the workflow of extractions calls its three functions and delivers its log', () => {
    const granted = of('ExtractionWorkflowRole') ?? [];
    expect(granted.filter((line) => !line.startsWith('logs:'))).toEqual([
      'lambda:InvokeFunction on CollectExtraction',
      'lambda:InvokeFunction on PollExtraction',
      'lambda:InvokeFunction on SubmitExtraction',
    ]);
  });

  it('schedules only order runs and call for reports, and sweeps only call their three functions', () => {
    expect(of('WatchSchedulesRole')).toEqual([
      'lambda:InvokeFunction on WriteReport',
      'sqs:SendMessage on EventsRunsQueue',
      'sqs:SendMessage on ExtractionRunsQueue',
      'sqs:SendMessage on NewsRunsQueue',
      'sqs:SendMessage on ScheduleDeadLetters',
    ]);
    expect(of('SweepsRole')).toEqual([
      'lambda:InvokeFunction on DeliverAlerts',
      'lambda:InvokeFunction on Reconcile',
      'lambda:InvokeFunction on WriteReport',
      'sqs:SendMessage on ScheduleDeadLetters',
    ]);
  });

  it('no other role has a policy, and no action is a wildcard', () => {
    const all = permissions(dev);
    expect(Object.keys(all).toSorted()).toEqual([
      'AlertTopicFailureLogRole',
      'ApplyWatchesRole',
      'CollectExtractionRole',
      'DecideFindingsRole',
      'DeliverAlertsRole',
      'DeliverTransportsRole',
      'ExtractionWorkflowRole',
      'PagesRole',
      'PollExtractionRole',
      'ReceiveDeliveryRole',
      'ReconcileRole',
      'RunWatchRole',
      'SubmitExtractionRole',
      'SweepsRole',
      'TakeDeliveryRole',
      'WatchSchedulesRole',
      'WriteReportRole',
    ]);
    expect(
      Object.values(all)
        .flat()
        .filter((line) => /^\S*\*/.test(line)),
    ).toEqual([]);
  });

  it('a role is passed to the scheduler and to nobody else, and taken by schedules of its own group only', () => {
    const statements = Object.values(dev.resources('AWS::IAM::Policy')).flatMap(
      ({ Properties }) => Properties.PolicyDocument.Statement,
    );
    const passing = statements.filter(({ Action }) => Action === 'iam:PassRole');
    expect(passing.map(({ Condition }) => Condition)).toEqual([
      { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    ]);
    const roles = dev.resources('AWS::IAM::Role');
    for (const [role, group] of [
      ['WatchSchedulesRole', 'WatchSchedulesGroup'],
      ['SweepsRole', 'SweepsGroup'],
    ] as const) {
      const [{ Condition, Principal }] = roles[role]!.Properties.AssumeRolePolicyDocument.Statement;
      expect(Principal).toEqual({ Service: 'scheduler.amazonaws.com' });
      expect(inWords(Condition.StringEquals['aws:SourceArn'])).toBe(group);
      expect(Condition.StringEquals['aws:SourceAccount']).toEqual({ Ref: 'AWS::AccountId' });
    }
  });
});

describe('the stack', () => {
  it.each([
    ['dev', false],
    ['prod', true],
  ])('of %s refuses to be destroyed: %s', async (stage, refuses) => {
    const { stack } = await stackOf(stage);
    expect(stack.terminationProtection).toBe(refuses);
    expect(stack.stackName).toBe(`bellwether-${stage}`);
    expect(stack.tags.tagValues()).toEqual({ app: 'bellwether', stage });
  });
});
