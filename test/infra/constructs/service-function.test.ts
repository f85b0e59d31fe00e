import { beforeAll, describe, expect, it } from 'vitest';
import { exactWords, inWords, onlyOne, type SharedStack, stackOf } from '../synthesised.ts';

let dev: SharedStack;
let prod: SharedStack;
beforeAll(async () => {
  [dev, prod] = await Promise.all([stackOf('dev'), stackOf('prod')]);
});

/** Time limit in seconds and memory in MB of each function. */
const SIZES: Readonly<Record<string, readonly [seconds: number, megabytes: number]>> = {
  RunWatch: [300, 512],
  DecideFindings: [300, 512],
  DeliverAlerts: [120, 256],
  DeliverTransports: [120, 512],
  ApplyWatches: [300, 512],
  Reconcile: [300, 512],
  SubmitExtraction: [120, 256],
  PollExtraction: [120, 256],
  CollectExtraction: [300, 512],
  ReceiveDelivery: [6, 512],
  TakeDelivery: [300, 512],
  Pages: [10, 512],
  WriteReport: [900, 512],
};

describe('functions', () => {
  it.each(Object.entries(SIZES))(
    '%s runs on arm64 and Node 24, without reserved concurrency and tracing, for %j s and MB',
    (id, [seconds, megabytes]) => {
      const {
        Code: _code,
        Environment: _environment,
        Description,
        ...rest
      } = dev.resources('AWS::Lambda::Function')[id]!.Properties;
      expect(Description).toMatch(/^[A-Z]/);
      expect({ ...rest, Role: exactWords(rest.Role), LoggingConfig: undefined }).toEqual({
        Architectures: ['arm64'],
        Runtime: 'nodejs24.x',
        Handler: 'index.handler',
        Timeout: seconds,
        MemorySize: megabytes,
        Role: `${id}Role.Arn`,
        LoggingConfig: undefined,
        // They send to their own queues.
        ...((id === 'RunWatch' || id === 'DecideFindings') && { RecursiveLoop: 'Allow' }),
      });
      expect(rest.LoggingConfig.LogFormat).toBe('JSON');
      expect(inWords(rest.LoggingConfig.LogGroup)).toBe(`${id}Log`);
    },
  );
});

describe('logs', () => {
  it.each([
    ['dev', 7, 'Delete'],
    ['prod', 90, 'Retain'],
  ])('of %s end after %d days, and the stack deals with them so: %s', (stage, days, policy) => {
    const logs = (stage === 'dev' ? dev : prod).resources('AWS::Logs::LogGroup');
    const names = Object.keys(SIZES).map((id) => `${id}Log`);
    const vended = ['ExtractionWorkflowVendedLog', 'HttpEndpointVendedLog', 'AlertTopicFailureLog'];
    expect(Object.keys(logs).toSorted()).toEqual([...names, ...vended].toSorted());
    for (const [id, { Properties, DeletionPolicy, UpdateReplacePolicy }] of Object.entries(logs)) {
      const { LogGroupName, ...rest } = Properties;
      expect(rest).toEqual({ RetentionInDays: days });
      expect(LogGroupName !== undefined).toBe(vended.includes(id));
      expect([DeletionPolicy, UpdateReplacePolicy]).toEqual([policy, policy]);
    }
  });
});

describe('logs that another service writes', () => {
  it.each([
    ['ExtractionWorkflowVendedLog', '/aws/vendedlogs/states/'],
    ['HttpEndpointVendedLog', '/aws/vendedlogs/apis/'],
  ])(
    '%s needs no line in the policy of the account, and has a name of its own in each stack',
    (id, start) => {
      const name = dev.resources('AWS::Logs::LogGroup')[id]!.Properties.LogGroupName['Fn::Join'][1];
      expect(name[0]).toBe(start);
      expect(name.at(-1)).toEqual({ 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] });
    },
  );
});

describe('a deployment', () => {
  it('applies the watches when table, topic and schedules are there', () => {
    const { Properties, DependsOn = [] } = onlyOne(dev, 'Custom::Trigger');
    expect(inWords(Properties.HandlerArn)).toMatch(/^ApplyWatchesCurrentVersion/);
    expect(Properties).toMatchObject({
      InvocationType: 'RequestResponse',
      Timeout: '300000',
      ExecuteOnHandlerChange: true,
    });
    expect(inWords(onlyOne(dev, 'AWS::Lambda::Version').Properties.FunctionName)).toBe('ApplyWatches');
    for (const part of [
      'WatchTable',
      'AlertTopic',
      'WatchSchedulesGroup',
      'WatchSchedulesRoleDefaultPolicy',
    ]) {
      expect(DependsOn.map((id: string) => inWords({ Ref: id }))).toContain(part);
    }
  });
});
