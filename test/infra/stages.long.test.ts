import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lossesOf } from './fixtures/replacing-properties.ts';
import { templateWith } from './fixtures/stage-variants.ts';
import { synthesise, type SynthesisedStack } from './synthesised.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'docs', 'aws', 'stages');

let dev: SynthesisedStack;
let company: SynthesisedStack;
const outdir = mkdtempSync(join(tmpdir(), 'bellwether-stages-'));
const made = new Map<string, any>();
beforeAll(async () => {
  dev = await synthesise('dev');
  company = await synthesise('company', { stages: EXAMPLES });
});
afterAll(async () => {
  await Promise.all([dev, company].map((stack) => stack.dispose()));
  rmSync(outdir, { recursive: true });
});

/** The template of dev with lines more in its file, made once for each. */
function devWith(lines: string): any {
  if (lines === '') return dev.template.toJSON();
  const known = made.get(lines) ?? templateWith(lines, { bundles: dev.code, outdir });
  made.set(lines, known);
  return known;
}

/** Resources of a type. */
function typed(template: any, type: string): any[] {
  return Object.values<any>(template.Resources).filter(({ Type }) => Type === type);
}

/** All values that dev can take, other than those that take something away. */
const CHANGED = `
region: eu-west-1
log_level: debug
customer_key: arn:aws:kms:eu-west-1:111122223333:key/1a2b3c4d
permissions_boundary: arn:aws:iam::111122223333:policy/boundary
reachable_networks: [10.2.0.0/16, "fd00::/8"]
tags: { team: press }
tracing: true
table_class: infrequent-access
reserved_concurrency: { pages: 5 }
domain: { name: a.example.com, certificate: "arn:aws:acm:eu-west-1:111122223333:certificate/1" }
services: { news: https://n.example.com, events: https://e.example.com }`;

describe('a changed value of a deployed stage', () => {
  it('replaces and removes nothing', () => {
    const changed = devWith(CHANGED).Resources;
    expect(lossesOf(devWith('').Resources, changed)).toEqual([]);
    // Each value has come through: far more than half of the resources differ. Alarms hold no such value.
    const entries = Object.entries<any>(devWith('').Resources);
    const others = entries.filter(([, { Type }]) => Type !== 'AWS::CloudWatch::Alarm');
    const same = others.filter(([id, one]) => JSON.stringify(one) === JSON.stringify(changed[id]));
    expect(same.length).toBeLessThan(others.length / 2);
  });

  it('lets the functions that decide and deliver ask exactly the models that it names, in the regions of their profiles', () => {
    const MODELS = `models:
  small: { bedrock: eu.example.small-v1:0, regions: [eu-central-1, eu-west-1] }
  plain: { bedrock: example.plain-v1:0 }
  wide: { bedrock: global.example.wide-v1:0 }
  own-profile:
    bedrock: arn:aws:bedrock:eu-west-1:123456789012:application-inference-profile/abc1
    foundation_model: example.small-v2:0
    regions: [eu-west-1]
  own: { url: https://models.example.com/v1, name: own-7b, key_secret: MODEL_KEY }`;
    const allowed = (lines: string) =>
      typed(devWith(lines), 'AWS::IAM::Policy')
        .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
        .filter(({ Action }: any) => JSON.stringify(Action).includes('bedrock'));
    expect(allowed('')).toEqual([]);
    const [statement, ...others] = allowed(MODELS);
    expect(statement.Action).toEqual('bedrock:InvokeModel');
    expect(others).toEqual([statement, statement]);
    const inWords = (arn: any): string =>
      typeof arn === 'string'
        ? arn
        : arn['Fn::Join'][1].map((part: any) => part.Ref?.slice(5) ?? part).join('');
    expect(statement.Resource.map(inWords).toSorted()).toEqual([
      'arn:Partition:bedrock:::foundation-model/example.wide-v1:0',
      'arn:Partition:bedrock:Region::foundation-model/example.plain-v1:0',
      'arn:Partition:bedrock:Region::foundation-model/example.wide-v1:0',
      'arn:Partition:bedrock:Region:AccountId:inference-profile/eu.example.small-v1:0',
      'arn:Partition:bedrock:Region:AccountId:inference-profile/global.example.wide-v1:0',
      'arn:Partition:bedrock:eu-central-1::foundation-model/example.small-v1:0',
      'arn:Partition:bedrock:eu-west-1::foundation-model/example.small-v1:0',
      'arn:Partition:bedrock:eu-west-1::foundation-model/example.small-v2:0',
      'arn:aws:bedrock:eu-west-1:123456789012:application-inference-profile/abc1',
    ]);
    const given = typed(devWith(MODELS), 'AWS::Lambda::Function').flatMap(
      ({ Properties }) => Properties.Environment?.Variables?.MODELS ?? [],
    );
    const models = {
      small: { bedrock: 'eu.example.small-v1:0', structured: true },
      plain: { bedrock: 'example.plain-v1:0', structured: true },
      wide: { bedrock: 'global.example.wide-v1:0', structured: true },
      'own-profile': {
        bedrock: 'arn:aws:bedrock:eu-west-1:123456789012:application-inference-profile/abc1',
        structured: true,
      },
      own: { url: 'https://models.example.com/v1', name: 'own-7b', keySecret: 'MODEL_KEY', structured: true },
    };
    expect(given.map((text: string) => JSON.parse(text))).toEqual([models, models, models]);
  });

  it('takes the key and the reader of the queue of a service that is no longer used, but not its queue', () => {
    const losses = lossesOf(
      devWith('').Resources,
      devWith('services: { events: none, extraction: none }').Resources,
    );
    const kinds = losses.map((line) => line.replace(/[0-9A-F]{8}: gone$/, ''));
    expect(kinds.filter((line) => !line.startsWith('AWS::CloudWatch::Alarm')).toSorted()).toEqual([
      'AWS::ApiGatewayV2::Integration HttpEndpointPOSTdeliverieswatch',
      'AWS::ApiGatewayV2::Route HttpEndpointPOSTdeliverieswatch',
      'AWS::Lambda::EventSourceMapping RunWatchSqsEventSourcebellwetherdevEventsRunsQueue6B1AEDAF',
      expect.stringMatching(/^AWS::Lambda::EventSourceMapping RunWatchSqs\S+ExtractionRunsQueue/),
      expect.stringMatching(/^AWS::Lambda::EventSourceMapping TakeDeliverySqs/),
      'AWS::Lambda::Permission HttpEndpointPOSTdeliverieswatchPOSTdeliverieswatchPermission',
      'AWS::SecretsManager::Secret EventsKeySecret',
      'AWS::SecretsManager::Secret ExtractionKeySecret',
    ]);
  });

  it('makes another stack where it is the prefix or the region: docs/stages.md warns of both', () => {
    const losses = lossesOf(devWith('').Resources, devWith('name_prefix: press').Resources);
    // Groups of schedules, alarms and the dashboard hold the name. Nothing that holds data does.
    const types = losses.map((line) => line.split(' ')[0] ?? '');
    expect([...new Set(types)].toSorted()).toEqual([
      'AWS::CloudWatch::Alarm',
      'AWS::CloudWatch::Dashboard',
      'AWS::Lambda::EventSourceMapping',
      'AWS::Scheduler::ScheduleGroup',
    ]);
  });
});

describe('a value of a stage', () => {
  it('sets the log level, traces and reserved calls of functions', () => {
    const functions = typed(devWith(CHANGED), 'AWS::Lambda::Function').filter(
      ({ Properties }) => Properties.LoggingConfig,
    );
    expect(functions).toHaveLength(13);
    for (const { Properties } of functions)
      expect(Properties.LoggingConfig).toMatchObject({ LogFormat: 'JSON', ApplicationLogLevel: 'DEBUG' });
    const traced = devWith(CHANGED);
    expect(typed(traced, 'AWS::StepFunctions::StateMachine')[0].Properties.TracingConfiguration).toEqual({
      Enabled: true,
    });
    expect(
      typed(traced, 'AWS::Lambda::Function').filter(
        ({ Properties }) => Properties.TracingConfig?.Mode === 'Active',
      ),
    ).toHaveLength(13);
    const reserved = typed(devWith(CHANGED), 'AWS::Lambda::Function').flatMap(
      ({ Properties }) => Properties.ReservedConcurrentExecutions ?? [],
    );
    expect(reserved).toEqual([5]);
    const byDefault = typed(devWith(''), 'AWS::Lambda::Function');
    expect(byDefault.filter(({ Properties }) => 'ReservedConcurrentExecutions' in Properties)).toEqual([]);
  });

  it('gives links and webhooks the domain, while the API keeps the address of links already sent', () => {
    const template = devWith(CHANGED);
    expect(template.Outputs.PagesUrl.Value).toBe('https://a.example.com');
    expect(template.Outputs.DomainTarget.Value['Fn::GetAtt'][1]).toBe('RegionalDomainName');
    const [api] = typed(template, 'AWS::ApiGatewayV2::Api');
    expect(api.Properties).not.toHaveProperty('DisableExecuteApiEndpoint');
    const addresses = typed(template, 'AWS::Lambda::Function').flatMap(
      ({ Properties }) => Properties.Environment?.Variables.PAGES_URL ?? [],
    );
    expect(addresses).toHaveLength(9);
    expect(new Set(addresses)).toEqual(new Set(['https://a.example.com']));
  });

  it('takes the place of a parameter, under the name by which the command line finds it', () => {
    const template = devWith(CHANGED);
    expect(Object.keys(template.Parameters)).toEqual(expect.arrayContaining(['JobsUrl', 'JobsPrefix']));
    expect(template.Parameters).not.toHaveProperty('NewsUrl');
    expect(template.Outputs.NewsUrl.Value).toBe('https://n.example.com');
    expect(template.Outputs.EventsUrl.Value).toBe('https://e.example.com');
  });

  it('calls the extraction service for an organization, where the stage names one', () => {
    const organizationsIn = (template: ReturnType<typeof devWith>) =>
      typed(template, 'AWS::Lambda::Function').flatMap(
        ({ Properties }) => Properties.Environment?.Variables.JOBS_ORGANIZATION ?? [],
      );
    const named = devWith('services: { extraction_organization: press }');
    expect(organizationsIn(named)).toEqual(Array(5).fill('press'));
    expect(named.Outputs.JobsOrganization.Value).toBe('press');
    const plain = devWith('services: { events: none }');
    expect(organizationsIn(plain)).toEqual([]);
    expect(plain.Outputs).not.toHaveProperty('JobsOrganization');
  });

  it('leaves out what a service needs that is not used: no parameter, key, reader, route or alarm', () => {
    const template = devWith('services: { events: none, extraction: none }');
    expect(Object.keys(template.Parameters).filter((name) => name !== 'BootstrapVersion')).toEqual([
      'NewsUrl',
      'HeartbeatUrl',
    ]);
    expect(typed(template, 'AWS::SecretsManager::Secret')).toHaveLength(2);
    expect(typed(template, 'AWS::Lambda::EventSourceMapping')).toHaveLength(3);
    const routes = typed(template, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties.RouteKey);
    expect(routes.filter((key) => key.includes('deliveries'))).toEqual([]);
    const alarms = typed(template, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties.AlarmName);
    expect(alarms.filter((name) => /events|extraction|deliver(?:y|ies)-/.test(name))).toEqual([]);
    expect(typed(template, 'AWS::SQS::Queue')).toHaveLength(typed(devWith(''), 'AWS::SQS::Queue').length);
  });
});

describe('the example stage of docs/aws', () => {
  it('uses every key that a stage can have', async () => {
    const { findStage } = await import('../../infra/stages/find-stage.ts');
    const { stageFileSchema } = await import('../../infra/stages/stage-file.ts');
    const keys = Object.keys(findStage('company', EXAMPLES));
    expect(keys.toSorted()).toEqual(Object.keys(stageFileSchema.shape).toSorted());
  });

  it('passes the checks of AwsSolutions', () => {
    Validations.of(company.app).addPlugins(new AwsSolutionsChecks(company.app));
    expect(() => company.app.synth({ force: true })).not.toThrow();
  });

  it('encrypts all data with the key of the customer, and bounds every role', () => {
    const { Resources } = company.template.toJSON();
    const encrypted =
      /^AWS::(?:DynamoDB::GlobalTable|S3::Bucket|SNS::Topic|SQS::Queue|SecretsManager::Secret|Logs::LogGroup)$/;
    const data = Object.entries<any>(Resources).filter(([, { Type }]) => encrypted.test(Type));
    expect(data.length).toBeGreaterThan(25);
    for (const [id, resource] of data)
      expect([id, JSON.stringify(resource)]).toEqual([
        id,
        expect.stringContaining('key/1a2b3c4d-1111-2222-3333-444455556666'),
      ]);
    for (const { Properties } of typed({ Resources }, 'AWS::IAM::Role'))
      expect(Properties.PermissionsBoundary).toBe('arn:aws:iam::111122223333:policy/workload-boundary');
  });

  it('lets each role that reads, writes or sends use the key, and no role more of it', () => {
    const policies = typed(company.template.toJSON(), 'AWS::IAM::Policy');
    const withKey = policies.filter(({ Properties }) => JSON.stringify(Properties).includes('kms:Decrypt'));
    // 13 functions and the two roles of schedules. The workflow only calls functions.
    expect(withKey).toHaveLength(15);
    const actions = policies.flatMap(({ Properties }) =>
      Properties.PolicyDocument.Statement.flatMap(({ Action }: any) => [Action].flat()),
    );
    expect(actions.filter((action: string) => /^kms:.*(?:\*|Grant|Put|Delete|Disable)/.test(action))).toEqual(
      [],
    );
  });
});
