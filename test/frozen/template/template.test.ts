import { beforeAll, describe, expect, it } from 'vitest';
import { generatedName, IDENTITIES } from '../../../infra/local/aws/template/identities.ts';
import { inWords, type Resource, stackOf } from '../../infra/synthesised.ts';
import { frozen, gone } from '../frozen.ts';

// A deployed stack is known to AWS by the logical ids of its template: under another id, a resource is made anew, and the
// old one is deleted with what it holds. A stack on one machine makes the names of its resources of the same ids.

const folder = import.meta.dirname;
const stages = ['dev', 'prod'] as const;
/** Of these ids and no others a part is a hash of the code. */
const OF_CODE = 'AWS::Lambda::Version';
/** What a stack on one machine keeps in its folder, by name. */
const KEPT_HERE = [
  'DynamoDB::GlobalTable',
  'SQS::Queue',
  'SNS::Topic',
  'S3::Bucket',
  'SecretsManager::Secret',
];

/**
 * Alarms that are gone, and which goes on in their place, at no later time: docs/decisions/one-alarm-for-one-cause.md. An alarm has no data,
 * so that nothing is lost with its id.
 */
const REPLACED_BY: Readonly<Record<string, readonly string[]>> = {
  'account-throttled': [
    'collect-extraction-throttles',
    'deliver-alerts-throttles',
    'deliver-transports-throttles',
    'pages-throttles',
    'poll-extraction-throttles',
    'receive-delivery-throttles',
    'reconcile-throttles',
    'run-watch-throttles',
    'submit-extraction-throttles',
    'take-delivery-throttles',
  ],
  'failed-messages': [
    'deliver-transports-failed-messages',
    'pages-failed-messages',
    'receive-delivery-failed-messages',
    'run-watch-failed-messages',
    'take-delivery-failed-messages',
  ],
};
const REPLACED = Object.values(REPLACED_BY).flat();
/** The logical id of an alarm: its name without dashes, and a hash. */
const isAlarm = (line: string, name: string) => line.startsWith(`Alarms${name.replaceAll('-', '')}`);

const templates: Record<string, Record<string, Record<string, Resource>>> = {};
beforeAll(async () => {
  for (const stage of stages) templates[stage] = (await stackOf(stage)).template.toJSON();
});

/** Resources of a stage, all or those of one type, by logical id. */
function resourcesOf(stage: string, type?: string): [id: string, resource: Resource][] {
  const all = Object.entries(templates[stage]?.['Resources'] ?? {});
  return all.filter(([, { Type }]) => (type === undefined ? Type !== OF_CODE : Type === `AWS::${type}`));
}

describe.each(stages)('the template of %s', (stage) => {
  it('has the resources that it had, under the same logical ids', async () => {
    const lines = resourcesOf(stage).map(([id, { Type }]) => `${id}  ${Type}`);
    const missing = await gone(lines, { folder, file: `logical-ids-${stage}.txt` });
    expect(missing.filter((line) => !REPLACED.some((name) => isAlarm(line, name)))).toEqual([]);
    for (const name of Object.keys(REPLACED_BY))
      expect(lines.filter((line) => isAlarm(line, name))).toHaveLength(1);
  });
});

describe('the template', () => {
  it('has the outputs and parameters that it had', async () => {
    const { Outputs = {}, Parameters = {} } = templates['dev'] ?? {};
    const outputs = Object.entries(Outputs).map(([name, { Value }]) => `output ${name}: ${inWords(Value)}`);
    const parameters = Object.keys(Parameters).map((name) => `parameter ${name}`);
    const lines = [...outputs, ...parameters];
    expect(await gone(lines, { folder, file: 'outputs.txt' })).toEqual([]);
  });

  it('sets the variables that functions read', async () => {
    const lines = resourcesOf('dev', 'Lambda::Function').flatMap(([id, { Properties }]) =>
      Object.entries<unknown>(Properties.Environment?.Variables ?? {}).map(
        ([name, value]) => `${id}  ${name}=${inWords(value)}`,
      ),
    );
    expect(await gone(lines, { folder, file: 'environment.txt' })).toEqual([]);
  });

  it('answers the same routes', async () => {
    const integrations = Object.fromEntries(resourcesOf('dev', 'ApiGatewayV2::Integration'));
    const lines = resourcesOf('dev', 'ApiGatewayV2::Route').map(([, { Properties }]) => {
      const id: string = Properties.Target['Fn::Join'][1][1].Ref;
      return `${Properties.RouteKey} -> ${inWords(integrations[id]?.['Properties'].IntegrationUri)}`;
    });
    expect(await gone(lines, { folder, file: 'routes.txt' })).toEqual([]);
  });

  it('alarms under the same names, on the same metrics', async () => {
    const lines = resourcesOf('dev', 'CloudWatch::Alarm').map(([, { Properties }]) => {
      const { AlarmName, Namespace, MetricName, Dimensions = [], Metrics = [] } = Properties;
      const named = Dimensions.map((one: Resource) => `${one['Name']}=${inWords(one['Value'])}`).join(',');
      const sums = Metrics.map((one: Resource) => one['Expression'] ?? one['MetricStat']?.Metric.MetricName);
      return `${AlarmName}: ${Namespace ?? ''} ${MetricName ?? sums.join(' ')} {${named}}`;
    });
    const missing = await gone(lines, { folder, file: 'alarms.txt' });
    expect(
      missing.filter((line) => !REPLACED.some((name) => line.startsWith(`bellwether-dev-${name}:`))),
    ).toEqual([]);
  });

  it('sends the same to the functions that schedules call', async () => {
    const lines = resourcesOf('dev', 'Scheduler::Schedule').map(
      ([, { Properties }]) => `${inWords(Properties.Target.Arn)} <- ${Properties.Target.Input}`,
    );
    expect(await gone(lines, { folder, file: 'sweeps.txt' })).toEqual([]);
  });

  it('takes a job through the same states: executions that are under way outlive a deployment', async () => {
    const [[, machine] = []] = resourcesOf('dev', 'StepFunctions::StateMachine');
    const text = inWords(machine?.['Properties'].DefinitionString);
    const definition = JSON.parse(text, (name, value: unknown) => (IN_PROSE.has(name) ? undefined : value));
    expect(definition).toEqual(await frozen(definition, { folder, file: 'workflow.json' }));
  });
});

/** For people, or no name: may change. */
const IN_PROSE: ReadonlySet<string> = new Set(['Comment', 'Cause', 'Retry', 'TimeoutSeconds']);

it('a stack on one machine keeps its resources under the same names', async () => {
  const lines = KEPT_HERE.flatMap((type) =>
    resourcesOf('dev', type).map(([id]) => {
      const name = generatedName('bellwether-dev', id);
      const given = { name, property: () => '', queueBase: 'http://queues', httpBase: 'http://pages' };
      return `${type}  ${IDENTITIES[`AWS::${type}`]?.(given).ref}`;
    }),
  );
  expect(await gone(lines, { folder, file: 'names-on-one-machine.txt' })).toEqual([]);
});
