import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  readApplyEnvironment,
  readCollectEnvironment,
  readDeliverEnvironment,
  readExtractionEnvironment,
  readLinkEnvironment,
  readPagesEnvironment,
  readReportEnvironment,
  readReconcileEnvironment,
  readRunWatchEnvironment,
} from '../../shared/contracts/environment.ts';
import { ENV, FUNCTIONS, OUTPUTS } from '../../shared/contracts/names.ts';
import { DAY } from '../../shared/domain/time/instant.ts';
import { inWords, permissions, synthesise, type SynthesisedStack } from './synthesised.ts';

let dev: SynthesisedStack;
beforeAll(async () => {
  dev = await synthesise('dev');
});
afterAll(() => dev.dispose());

const FUNCTION_IDS = [
  'RunWatch',
  'DeliverAlerts',
  'ApplyWatches',
  'Reconcile',
  'SubmitExtraction',
  'PollExtraction',
  'CollectExtraction',
  'ReceiveDelivery',
  'TakeDelivery',
  'WriteReport',
  'Pages',
];
const LOG = (name: string) => [`logs:CreateLogStream on ${name}Log`, `logs:PutLogEvents on ${name}Log`];
/** What signs the links in messages. */
const LINKS = 'secretsmanager:GetSecretValue on LinkKeySecret';
const STORE = [
  'dynamodb:BatchGetItem on WatchTable',
  'dynamodb:DeleteItem on WatchTable',
  'dynamodb:GetItem on WatchTable',
  'dynamodb:PutItem on WatchTable',
  'dynamodb:Query on WatchTable',
  'dynamodb:Query on WatchTable/index/time',
  'dynamodb:Query on WatchTable/index/work',
  'dynamodb:UpdateItem on WatchTable',
];
/** What the poller of a queue does in the function's name. */
const TAKING = [
  'sqs:ChangeMessageVisibility',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
  'sqs:GetQueueUrl',
  'sqs:ReceiveMessage',
];
const SUBSCRIPTIONS = [
  'sns:GetSubscriptionAttributes on *',
  'sns:ListSubscriptionsByTopic on AlertTopic',
  'sns:SetSubscriptionAttributes on *',
  'sns:Subscribe on AlertTopic',
  'sns:Unsubscribe on *',
];

describe('what each part may do, and nothing else', () => {
  const of = (role: string) => permissions(dev)[role];

  it('a run stores, publishes, reads two keys, signs links, takes and sends orders of its services, and puts raw findings', () => {
    expect(of('RunWatchRole')).toEqual(
      [
        ...LOG('RunWatch'),
        ...STORE,
        's3:PutObject on ObjectStoreBucket/raw/*',
        'secretsmanager:GetSecretValue on EventsKeySecret',
        'secretsmanager:GetSecretValue on NewsKeySecret',
        LINKS,
        'sns:Publish on AlertTopic',
        ...['News', 'Events', 'Extraction'].flatMap((service) =>
          [...TAKING, 'sqs:SendMessage'].map((action) => `${action} on ${service}RunsQueue`),
        ),
        'states:StartExecution on ExtractionWorkflowMachine',
      ].toSorted(),
    );
  });

  it('delivery stores and publishes', () => {
    expect(of('DeliverAlertsRole')).toEqual(
      [...LOG('DeliverAlerts'), ...STORE, LINKS, 'sns:Publish on AlertTopic'].toSorted(),
    );
  });

  it('applying keeps store, schedules of one group and subscriptions; it holds no key and knows no service', () => {
    const group = Object.values(dev.resources('AWS::Scheduler::ScheduleGroup'))[0]!.Properties.Name;
    const schedules = `arn:AWS::Partition:scheduler:AWS::Region:AWS::AccountId:schedule/${group}/*`;
    expect(of('ApplyWatchesRole')).toEqual(
      [
        ...LOG('ApplyWatches'),
        ...STORE,
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

  it('reconciling stores, orders runs, keeps subscriptions and reads the keys', () => {
    expect(of('ReconcileRole')).toEqual(
      [
        ...LOG('Reconcile'),
        ...STORE,
        ...SUBSCRIPTIONS,
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

  it('a step of an extraction stores and reads one key; the last one puts raw findings and publishes', () => {
    const key = 'secretsmanager:GetSecretValue on ExtractionKeySecret';
    expect(of('SubmitExtractionRole')).toEqual([...LOG('SubmitExtraction'), ...STORE, key].toSorted());
    expect(of('PollExtractionRole')).toEqual([...LOG('PollExtraction'), ...STORE, key].toSorted());
    const group = ['s3:PutObject on ObjectStoreBucket/raw/*', 'sns:Publish on AlertTopic'];
    expect(of('CollectExtractionRole')).toEqual(
      [...LOG('CollectExtraction'), ...STORE, ...group, LINKS, key].toSorted(),
    );
  });

  it('the receiver keeps bodies and queues them; who takes them reads bodies and one key', () => {
    expect(of('ReceiveDeliveryRole')).toEqual(
      [
        ...LOG('ReceiveDelivery'),
        ...STORE,
        's3:PutObject on ObjectStoreBucket/deliveries/*',
        'sqs:SendMessage on DeliveriesWaitingQueue',
      ].toSorted(),
    );
    expect(of('TakeDeliveryRole')).toEqual(
      [
        ...LOG('TakeDelivery'),
        ...STORE,
        ...TAKING.map((action) => `${action} on DeliveriesWaitingQueue`),
        's3:GetObject on ObjectStoreBucket/deliveries/*',
        's3:PutObject on ObjectStoreBucket/raw/*',
        'secretsmanager:GetSecretValue on ExtractionKeySecret',
      ].toSorted(),
    );
  });

  it('pages read the store and reports, write what a form of a receipt asks for, and check links', () => {
    const reports = 's3:GetObject on ObjectStoreBucket/reports/*';
    expect(of('PagesRole')).toEqual([...LOG('Pages'), ...STORE, reports, LINKS].toSorted());
  });

  it('reports read and write the store, ask the news service, keep objects, publish and sign links', () => {
    expect(of('WriteReportRole')).toEqual(
      [
        ...LOG('WriteReport'),
        ...STORE,
        's3:PutObject on ObjectStoreBucket/reports/*',
        'secretsmanager:GetSecretValue on NewsKeySecret',
        'sns:Publish on AlertTopic',
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
      'ApplyWatchesRole',
      'CollectExtractionRole',
      'DeliverAlertsRole',
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

describe('what each function is told', () => {
  const environmentOf = (id: string): Record<string, string> => {
    const { Variables } = dev.resources('AWS::Lambda::Function')[id]!.Properties.Environment;
    return Object.fromEntries(Object.entries(Variables).map(([name, value]) => [name, inWords(value)]));
  };

  it('is all that the function reads before it starts', () => {
    expect(readRunWatchEnvironment(environmentOf('RunWatch'))).toEqual({
      table: 'WatchTable',
      topic: 'AlertTopic',
      bucket: 'ObjectStoreBucket',
      workflow: 'ExtractionWorkflowMachine',
      news: { url: 'NewsUrl', keySecret: 'NewsKeySecret' },
      events: { url: 'EventsUrl', keySecret: 'EventsKeySecret' },
      runsQueues: { news: 'NewsRunsQueue', events: 'EventsRunsQueue', extraction: 'ExtractionRunsQueue' },
    });
    const jobs = { url: 'JobsUrl', keySecret: 'ExtractionKeySecret', prefix: 'JobsPrefix' };
    for (const id of ['SubmitExtraction', 'PollExtraction']) {
      expect(readExtractionEnvironment(environmentOf(id))).toEqual({ table: 'WatchTable', ...jobs });
    }
    expect(readCollectEnvironment(environmentOf('CollectExtraction'))).toEqual({
      table: 'WatchTable',
      topic: 'AlertTopic',
      bucket: 'ObjectStoreBucket',
      ...jobs,
    });
    expect(readDeliverEnvironment(environmentOf('DeliverAlerts'))).toEqual({
      table: 'WatchTable',
      topic: 'AlertTopic',
    });
    expect(readReconcileEnvironment(environmentOf('Reconcile'))).toMatchObject({
      runsQueues: { news: 'NewsRunsQueue', events: 'EventsRunsQueue', extraction: 'ExtractionRunsQueue' },
      workflow: 'ExtractionWorkflowMachine',
    });
    expect(readApplyEnvironment(environmentOf('ApplyWatches')).schedules).toEqual({
      group: expect.stringMatching(/WatchSchedules/),
      roleArn: 'WatchSchedulesRole',
      deadLettersArn: 'ScheduleDeadLetters',
      functionArn: 'WriteReport',
      queueArns: { news: 'NewsRunsQueue', events: 'EventsRunsQueue', extraction: 'ExtractionRunsQueue' },
    });
  });

  it('tells what sends messages, and the pages themselves, where the pages are', () => {
    expect(readPagesEnvironment(environmentOf('Pages'))).toEqual({
      table: 'WatchTable',
      bucket: 'ObjectStoreBucket',
    });
    expect(readReportEnvironment(environmentOf('WriteReport'))).toEqual({
      table: 'WatchTable',
      topic: 'AlertTopic',
      bucket: 'ObjectStoreBucket',
      news: { url: 'NewsUrl', keySecret: 'NewsKeySecret' },
      retention: 400 * DAY,
    });
    for (const id of ['RunWatch', 'DeliverAlerts', 'CollectExtraction', 'WriteReport', 'Pages']) {
      expect(readLinkEnvironment(environmentOf(id))).toEqual({
        base: 'HttpEndpointApi',
        keySecret: 'LinkKeySecret',
      });
    }
  });

  it('bears only names that the code knows', () => {
    const known = new Set<string>(
      Object.values(ENV).flatMap((name) => (typeof name === 'string' ? name : Object.values(name))),
    );
    for (const id of FUNCTION_IDS) {
      expect(Object.keys(environmentOf(id)).filter((name) => !known.has(name))).toEqual([]);
    }
  });

  it('names the stack on all of them, by which metrics of stages are told apart', () => {
    for (const id of FUNCTION_IDS) {
      expect(environmentOf(id)[ENV.service]).toBe('bellwether-dev');
    }
  });
});

describe('outputs', () => {
  it('are those by which the command line finds a stack', () => {
    expect(Object.keys(dev.template.toJSON().Outputs).toSorted()).toEqual(Object.values(OUTPUTS).toSorted());
  });

  it('name the functions that can be invoked', () => {
    const { Outputs } = dev.template.toJSON();
    expect(inWords(Outputs[OUTPUTS.applyWatches].Value)).toBe('ApplyWatches');
    expect(inWords(Outputs[OUTPUTS.deliverAlerts].Value)).toBe('DeliverAlerts');
    expect(inWords(Outputs[OUTPUTS.reconcile].Value)).toBe('Reconcile');
  });
});

describe('functions', () => {
  it('are one per name, on arm64 and Node 24, without reserved concurrency, each with a log that ends', () => {
    const functions = dev.resources('AWS::Lambda::Function');
    const logs = dev.resources('AWS::Logs::LogGroup');
    for (const id of FUNCTION_IDS) {
      const { Architectures, Runtime, Handler, LoggingConfig, ReservedConcurrentExecutions } =
        functions[id]!.Properties;
      expect({ Architectures, Runtime, Handler, ReservedConcurrentExecutions }).toEqual({
        Architectures: ['arm64'],
        Runtime: 'nodejs24.x',
        Handler: 'index.handler',
      });
      expect(inWords(LoggingConfig.LogGroup)).toBe(`${id}Log`);
      expect(logs[`${id}Log`]!.Properties.RetentionInDays).toBe(7);
    }
    const others = ['ExtractionWorkflowLog', 'HttpEndpointLog'];
    expect(Object.keys(logs).toSorted()).toEqual(
      [...FUNCTION_IDS.map((id) => `${id}Log`), ...others].toSorted(),
    );
    expect(FUNCTION_IDS).toHaveLength(Object.keys(FUNCTIONS).length);
  });
});
