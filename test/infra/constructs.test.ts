import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OBJECTS, TABLE } from '../../shared/contracts/names.ts';
import { inWords, synthesise, type Resource, type SynthesisedStack } from './synthesised.ts';

let dev: SynthesisedStack;
let prod: SynthesisedStack;
beforeAll(async () => {
  [dev, prod] = await Promise.all([synthesise('dev'), synthesise('prod')]);
});
afterAll(async () => {
  await Promise.all([dev.dispose(), prod.dispose()]);
});

const one = (type: string, of: SynthesisedStack = dev): Resource => {
  const all = Object.values(of.resources(type));
  expect(all).toHaveLength(1);
  return all[0]!;
};

describe('the table', () => {
  const table = (of?: SynthesisedStack) => one('AWS::DynamoDB::GlobalTable', of);

  it('is paid per request, has string keys and two whole indexes, and lets items end', () => {
    const { BillingMode, KeySchema, GlobalSecondaryIndexes, TimeToLiveSpecification } = table().Properties;
    const keys = (schema: any[]) => schema.map(({ AttributeName }) => AttributeName);
    expect(BillingMode).toBe('PAY_PER_REQUEST');
    expect(keys(KeySchema)).toEqual([TABLE.partition, TABLE.sort]);
    expect(
      GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }: any) => [
        IndexName,
        ...keys(KeySchema),
        Projection.ProjectionType,
      ]),
    ).toEqual([
      ['work', TABLE.work.partition, TABLE.work.sort, 'ALL'],
      ['time', TABLE.time.partition, TABLE.time.sort, 'ALL'],
    ]);
    expect(TimeToLiveSpecification).toEqual({ AttributeName: TABLE.expiry, Enabled: true });
  });

  it.each([
    ['dev', false, 'Delete'],
    ['prod', true, 'Retain'],
  ])('in %s: deletion protection %s, and %s with the stack', (stage, guarded, policy) => {
    const { Properties, DeletionPolicy } = table(stage === 'dev' ? dev : prod);
    expect(Properties.Replicas).toHaveLength(1);
    expect(Properties.Replicas[0]).toMatchObject({
      DeletionProtectionEnabled: guarded,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
    expect(DeletionPolicy).toBe(policy);
  });
});

describe('the queues', () => {
  it('are encrypted, kept from plain connections, and end in dead letters after five receives', () => {
    const queues = dev.resources('AWS::SQS::Queue');
    expect(Object.keys(queues).toSorted()).toEqual([
      'DeliveriesWaitingDeadLetters',
      'DeliveriesWaitingQueue',
      'EventsRunsDeadLetters',
      'EventsRunsQueue',
      'ExtractionRunsDeadLetters',
      'ExtractionRunsQueue',
      'NewsRunsDeadLetters',
      'NewsRunsQueue',
      'ScheduleDeadLetters',
    ]);
    for (const { Properties } of Object.values(queues)) expect(Properties.SqsManagedSseEnabled).toBe(true);
    const guarded = Object.values(dev.resources('AWS::SQS::QueuePolicy')).filter(({ Properties }) =>
      Properties.PolicyDocument.Statement.some(
        ({ Effect, Condition }: any) =>
          Effect === 'Deny' && Condition.Bool['aws:SecureTransport'] === 'false',
      ),
    );
    expect(guarded.map(({ Properties }) => inWords(Properties.Queues[0])).toSorted()).toEqual(
      Object.keys(queues).toSorted(),
    );
    const { deadLetterTargetArn, maxReceiveCount } = queues['NewsRunsQueue']!.Properties.RedrivePolicy;
    expect(inWords(deadLetterTargetArn)).toBe('NewsRunsDeadLetters');
    expect(maxReceiveCount).toBe(5);
  });

  it('hide an order for six times as long as a run may take', () => {
    const { Timeout } = dev.resources('AWS::Lambda::Function')['RunWatch']!.Properties;
    const { VisibilityTimeout } = dev.resources('AWS::SQS::Queue')['NewsRunsQueue']!.Properties;
    expect(VisibilityTimeout).toBe(6 * Timeout);
  });

  it('keep dead letters for the 14 days that SQS allows', () => {
    const queues = dev.resources('AWS::SQS::Queue');
    for (const name of ['NewsRunsDeadLetters', 'ScheduleDeadLetters']) {
      expect(queues[name]!.Properties.MessageRetentionPeriod).toBe(14 * 86_400);
    }
  });

  it('hand runs to run-watch one by one, two at a time, and take single failures back', () => {
    const sources = Object.values(dev.resources('AWS::Lambda::EventSourceMapping')).filter(
      ({ Properties }) => inWords(Properties.EventSourceArn) !== 'DeliveriesWaitingQueue',
    );
    expect(sources.map(({ Properties }) => inWords(Properties.EventSourceArn)).toSorted()).toEqual([
      'EventsRunsQueue',
      'ExtractionRunsQueue',
      'NewsRunsQueue',
    ]);
    for (const { Properties } of sources) {
      expect(inWords(Properties.FunctionName)).toBe('RunWatch');
      expect(Properties).toMatchObject({
        BatchSize: 1,
        ScalingConfig: { MaximumConcurrency: 2 },
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      });
    }
  });
});

describe('schedules', () => {
  it('of sweeps call delivery every minute, reconcile every five, and fold every hour, with few retries and dead letters', () => {
    const sweeps = Object.values(dev.resources('AWS::Scheduler::Schedule')).map(({ Properties }) => ({
      calls: inWords(Properties.Target.Arn),
      at: Properties.ScheduleExpression,
      as: inWords(Properties.Target.RoleArn),
      input: Properties.Target.Input,
      retries: Properties.Target.RetryPolicy,
      deadLetters: inWords(Properties.Target.DeadLetterConfig.Arn),
      window: Properties.FlexibleTimeWindow.Mode,
    }));
    const alike = {
      as: 'SweepsRole',
      input: '{}',
      retries: { MaximumRetryAttempts: 1, MaximumEventAgeInSeconds: 60 },
      deadLetters: 'ScheduleDeadLetters',
      window: 'OFF',
    };
    expect(sweeps).toEqual([
      { calls: 'WriteReport', at: 'rate(60 minutes)', ...alike },
      { calls: 'DeliverAlerts', at: 'rate(1 minute)', ...alike },
      { calls: 'Reconcile', at: 'rate(5 minutes)', ...alike },
    ]);
  });

  it('of sweeps stand in another group than those of watches, which code may delete', () => {
    const groups = dev.resources('AWS::Scheduler::ScheduleGroup');
    const names = Object.values(dev.resources('AWS::Scheduler::Schedule')).map(
      ({ Properties }) => Properties.GroupName,
    );
    expect(new Set(names)).toEqual(new Set([groups['SweepsGroup']!.Properties.Name]));
    expect(groups['WatchSchedulesGroup']!.Properties.Name).not.toBe(groups['SweepsGroup']!.Properties.Name);
  });

  it('leave a failed sweep to the next one: Lambda itself tries none again, but a report', () => {
    const configs = Object.values(dev.resources('AWS::Lambda::EventInvokeConfig'));
    expect(
      configs.map(({ Properties }) => [inWords(Properties.FunctionName), Properties.MaximumRetryAttempts]),
    ).toEqual([
      ['DeliverAlerts', 0],
      ['Reconcile', 0],
      ['WriteReport', 2],
    ]);
  });
});

describe('the topics', () => {
  it('refuse plain connections; the one of the alerts is encrypted with the key that SNS brings', () => {
    const topics = dev.resources('AWS::SNS::Topic');
    expect(topics['AlertTopic']!.Properties.KmsMasterKeyId).toBe('alias/aws/sns');
    const guarded = Object.values(dev.resources('AWS::SNS::TopicPolicy')).filter(({ Properties }) =>
      Properties.PolicyDocument.Statement.some(
        ({ Effect, Condition }: any) =>
          Effect === 'Deny' && Condition.Bool['aws:SecureTransport'] === 'false',
      ),
    );
    expect(guarded.map(({ Properties }) => inWords(Properties.Topics[0])).toSorted()).toEqual([
      'AlarmsTopic',
      'AlertTopic',
    ]);
  });

  it('of alarms lets CloudWatch in, for the alarms of this stack, and needs no key that CloudWatch may not use', () => {
    expect(dev.resources('AWS::SNS::Topic')['AlarmsTopic']!.Properties).not.toHaveProperty('KmsMasterKeyId');
    const { Statement } =
      dev.resources('AWS::SNS::TopicPolicy')['AlarmsTopicPolicy']!.Properties.PolicyDocument;
    const [allowed] = Statement.filter(({ Effect }: any) => Effect === 'Allow');
    expect(allowed).toMatchObject({
      Action: 'sns:Publish',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
    });
    expect(allowed.Condition.StringEquals).toEqual({ 'aws:SourceAccount': { Ref: 'AWS::AccountId' } });
    expect(inWords(allowed.Condition.ArnLike['aws:SourceArn'])).toMatch(/:alarm:bellwether-dev-\*$/);
  });

  it('of alarms reach the operators of the watches', () => {
    const { Properties } = one('AWS::SNS::Subscription');
    expect(Properties).toMatchObject({ Protocol: 'email', Endpoint: 'oncall@acme.example' });
    expect(inWords(Properties.TopicArn)).toBe('AlarmsTopic');
  });
});

describe('the key of a service', () => {
  it('is a secret without a value, so that a first deployment needs none and a later one overwrites none', () => {
    for (const [of, policy] of [
      [dev, 'Delete'],
      [prod, 'Retain'],
    ] as const) {
      const { LinkKeySecret, ...secrets } = of.resources('AWS::SecretsManager::Secret');
      expect(LinkKeySecret).toBeDefined();
      expect(Object.keys(secrets).toSorted()).toEqual([
        'EventsKeySecret',
        'ExtractionKeySecret',
        'NewsKeySecret',
      ]);
      for (const { Properties, DeletionPolicy } of Object.values(secrets)) {
        expect([Object.keys(Properties), DeletionPolicy]).toEqual([['Description'], policy]);
      }
    }
  });
});

describe('the address of a service', () => {
  it('has a prefix where the service is the one of extractions; it may be empty', () => {
    const { JobsPrefix } = dev.template.toJSON().Parameters;
    expect(JobsPrefix.Default).toBe('/svc');
    const allowed = new RegExp(`^(?:${JobsPrefix.AllowedPattern})$`);
    for (const prefix of ['', '/svc', '/api/v1']) expect(prefix).toMatch(allowed);
    for (const prefix of ['svc', '/svc/', '/', '/a b']) expect(prefix).not.toMatch(allowed);
  });

  it('is asked for by the first deployment: a parameter without a default, https only', () => {
    const { NewsUrl } = dev.template.toJSON().Parameters;
    expect(NewsUrl).not.toHaveProperty('Default');
    const allowed = new RegExp(`^(?:${NewsUrl.AllowedPattern})$`);
    expect('https://news.example.com/api').toMatch(allowed);
    for (const wrong of ['http://news.example.com', 'https://news.example.com/', 'news.example.com', '']) {
      expect(wrong).not.toMatch(allowed);
    }
  });
});

describe('the bucket', () => {
  it('is private, encrypted, and forgets', () => {
    const { Properties } = one('AWS::S3::Bucket');
    expect(Object.values(Properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
    expect(
      Properties.BucketEncryption.ServerSideEncryptionConfiguration[0].ServerSideEncryptionByDefault
        .SSEAlgorithm,
    ).toBe('AES256');
    expect(Properties.LifecycleConfiguration.Rules).toEqual([
      ...Object.values(OBJECTS).map((Prefix) => ({ Status: 'Enabled', ExpirationInDays: 400, Prefix })),
      { Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
    ]);
    const denied = one('AWS::S3::BucketPolicy').Properties.PolicyDocument.Statement.filter(
      ({ Effect }: any) => Effect === 'Deny',
    );
    expect(denied.map(({ Condition }: any) => Object.values(Condition)[0])).toContainEqual({
      'aws:SecureTransport': 'false',
    });
  });

  it('is emptied with the stack in dev only', () => {
    expect(Object.keys(dev.resources('Custom::S3AutoDeleteObjects'))).toHaveLength(1);
    expect(Object.keys(prod.resources('Custom::S3AutoDeleteObjects'))).toHaveLength(0);
    expect(one('AWS::S3::Bucket', prod).DeletionPolicy).toBe('Retain');
  });
});

describe('a deployment', () => {
  it('applies the watches when table, topic and schedules are there', () => {
    const { Properties, DependsOn = [] } = one('Custom::Trigger');
    expect(inWords(Properties.HandlerArn)).toMatch(/^ApplyWatchesCurrentVersion/);
    expect(Properties).toMatchObject({ InvocationType: 'RequestResponse', Timeout: '300000' });
    for (const part of [
      'WatchTable',
      'AlertTopic',
      'WatchSchedulesGroup',
      'WatchSchedulesRoleDefaultPolicy',
    ]) {
      expect(DependsOn.map((id: string) => inWords({ Ref: id }))).toContain(part);
    }
  });

  it('says that it is another one, so that watches are applied even when nothing else has changed', () => {
    expect(one('Custom::Trigger').Properties.Deployment).toBe('same');
  });
});

describe('the HTTP endpoint', () => {
  it('calls functions by payload format 2.0, and lets the gateway alone call them, on their own routes', () => {
    const routes = Object.values(dev.resources('AWS::ApiGatewayV2::Route')).map(
      ({ Properties }) => Properties,
    );
    expect(routes.map(({ RouteKey }): string => RouteKey).toSorted()).toEqual([
      'GET /',
      'GET /{page+}',
      'POST /deliveries/{watch}',
      'POST /r/{link}',
    ]);
    for (const { Properties } of Object.values(dev.resources('AWS::ApiGatewayV2::Integration'))) {
      expect(Properties).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' });
    }
    const allowed = Object.values(dev.resources('AWS::Lambda::Permission'))
      .filter(({ Properties }) => Properties.Principal === 'apigateway.amazonaws.com')
      .map(({ Properties }) => inWords(Properties.SourceArn));
    expect(allowed).toHaveLength(routes.length);
    for (const arn of allowed)
      expect(arn).toMatch(/:HttpEndpointApi\/\*\/\*\/(\{page\+\}|r\/\{link\}|deliveries\/\{watch\})?$/);
  });

  it('is throttled, and logs requests without their paths: a path is a key', () => {
    const { DefaultRouteSettings, AccessLogSettings } = one('AWS::ApiGatewayV2::Stage').Properties;
    expect(DefaultRouteSettings).toEqual({ ThrottlingBurstLimit: 300, ThrottlingRateLimit: 150 });
    expect(inWords(AccessLogSettings.DestinationArn)).toBe('HttpEndpointLog');
    expect(AccessLogSettings.Format).toContain('$context.routeKey');
    expect(AccessLogSettings.Format).not.toMatch(/path/i);
  });

  it('signs its links with a value that the stack makes: 256 bits', () => {
    const { Properties } = dev.resources('AWS::SecretsManager::Secret')['LinkKeySecret']!;
    expect(Properties.GenerateSecretString).toEqual({ PasswordLength: 43, ExcludePunctuation: true });
  });
});
