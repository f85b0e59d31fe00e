import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SharedStack, stackOf, synthesise, type SynthesisedStack } from '../infra/synthesised.ts';
import { ACTIONS } from './resource-actions.ts';

// The pages of docs/aws and the policies beside them, compared with the templates that they describe.

const DOCS = join(import.meta.dirname, '..', '..', 'docs', 'aws');
const POLICIES = join(DOCS, 'policies');
const page = (name: string) => readFileSync(join(DOCS, name), 'utf8');
const policy = (name: string): any => JSON.parse(readFileSync(join(POLICIES, name), 'utf8'));

const stacks: Record<string, SharedStack> = {};
const own: SynthesisedStack[] = [];
beforeAll(async () => {
  const dev = await synthesise('dev');
  const company = await synthesise('company', { stages: join(DOCS, 'stages') });
  own.push(dev, company);
  Object.assign(stacks, { dev, company, prod: await stackOf('prod') });
});
afterAll(() => Promise.all(own.map((stack) => stack.dispose())));

function resourcesOf(stage: string): Record<string, any> {
  return stacks[stage]?.template.toJSON()['Resources'] ?? {};
}

/** All actions that statements of a policy allow. */
function allowed(name: string): string[] {
  return policy(name).Statement.flatMap(({ Action }: any) => [Action].flat());
}

describe('the policies of a deployment', () => {
  const execution = ['cloudformation-functions.json', 'cloudformation-data.json'];

  it('allow CloudFormation what the types of the three templates need, and nothing else', () => {
    const types = new Set(
      ['dev', 'prod', 'company']
        .flatMap((stage) => Object.values(resourcesOf(stage)))
        .map(({ Type }) => String(Type)),
    );
    const needed = [...types].flatMap((type) => {
      const actions = ACTIONS[type];
      if (actions === undefined)
        throw new Error(`Which actions does ${type} need? Add it to resource-actions.ts.`);
      return actions.split(' ');
    });
    expect([...new Set(execution.flatMap(allowed))].toSorted()).toEqual([...new Set(needed)].toSorted());
  });

  it('are short enough for IAM: 6,144 characters without blanks', () => {
    for (const name of readdirSync(POLICIES)) expect(JSON.stringify(policy(name)).length).toBeLessThan(6_144);
  });

  it('let CloudFormation make and pass roles of the stack only', () => {
    const statements = policy('cloudformation-data.json').Statement;
    const about = statements.filter(({ Action }: any) =>
      Action.some((one: string) => one.startsWith('iam:')),
    );
    for (const { Resource } of about) expect(Resource).toBe('arn:aws:iam::*:role/bellwether-*');
    const passing = about.find(({ Action }: any) => Action.includes('iam:PassRole'));
    const principals = Object.values(resourcesOf('dev'))
      .filter(({ Type }) => Type === 'AWS::IAM::Role')
      .map(({ Properties }) => String(Properties.AssumeRolePolicyDocument.Statement[0].Principal.Service));
    expect(passing.Condition.StringEquals['iam:PassedToService']).toEqual(
      [...new Set(principals)].toSorted(),
    );
  });

  it('let a deployer take the roles of the bootstrap that the deployment uses, and nothing else', () => {
    const manifest = JSON.stringify(stacks['dev']?.app.synth().manifest);
    const assets = readFileSync(join(stacks['dev']?.app.outdir ?? '', 'bellwether-dev.assets.json'), 'utf8');
    const used = [
      ...`${manifest}${assets}`.matchAll(
        /role\/(cdk-\w+-(?:deploy|file-publishing|image-publishing)-role)-/g,
      ),
    ];
    const [{ Action, Resource }] = policy('deployer.json').Statement;
    expect(Action).toEqual(['sts:AssumeRole']);
    expect(Resource.toSorted()).toEqual(
      [...new Set(used.map(([, role]) => `arn:aws:iam::*:role/${role}-*`))].toSorted(),
    );
  });

  it('let a person bootstrap: make each resource that the stack of the bootstrap always has, by its name', () => {
    const file = join(
      import.meta.dirname,
      '../../node_modules/aws-cdk/lib/api/bootstrap/bootstrap-template.yaml',
    );
    const text = readFileSync(file, 'utf8');
    const [, resources = ''] = /\nResources:\n([\s\S]*?)\nOutputs:/.exec(text) ?? [];
    const always = resources.split(/\n(?=  \w)/).filter((resource) => !/^ {4}Condition:/m.test(resource));
    const types = always.map((resource) => /Type: (\S+)/.exec(resource)?.[1] ?? '');
    const grants = allowed('bootstrap.json');
    const lacking = [...new Set(types)].flatMap((type) => {
      const service = (type.split('::')[1] ?? '').toLowerCase();
      const needed = ACTIONS[type]?.split(' ').filter((action) => action.startsWith(`${service}:`)) ?? [
        `${service}:*`,
      ];
      return needed.filter((action) => !grants.includes(action) && !grants.includes(`${service}:*`));
    });
    expect(types).toContain('AWS::ECR::Repository');
    expect(lacking).toEqual([]);
    for (const { Resource } of policy('bootstrap.json').Statement)
      expect(Resource).toMatch(/hnb659fds|CDKToolkit/);
  });

  it('let a workflow of one repository and one environment deploy', () => {
    const [{ Action, Condition }] = policy('github-trust.json').Statement;
    expect(Action).toBe('sts:AssumeRoleWithWebIdentity');
    expect(Object.keys(Condition)).toEqual(['StringEquals']);
    expect(Condition.StringEquals['token.actions.githubusercontent.com:sub']).not.toContain('*');
  });
});

describe('the policy of the command line', () => {
  it('allows each call that its code makes', () => {
    const CALLS: Readonly<Record<string, string>> = {
      DescribeStacks: 'cloudformation:DescribeStacks',
      GetTemplate: 'cloudformation:GetTemplate',
      Invoke: 'lambda:InvokeFunction',
      GetQueueAttributes: 'sqs:GetQueueAttributes',
      CreateQueue: 'sqs:CreateQueue',
      ReceiveMessage: 'sqs:ReceiveMessage',
      DeleteQueue: 'sqs:DeleteQueue',
      BatchWriteItem: 'dynamodb:BatchWriteItem',
      GetSchedule: 'scheduler:GetSchedule',
      DeleteSchedule: 'scheduler:DeleteSchedule',
      GetSMSAttributes: 'sns:GetSMSAttributes',
      GetSMSSandboxAccountStatus: 'sns:GetSMSSandboxAccountStatus',
    };
    const files = readdirSync('infra/cli', { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const callsIn = (file: string) =>
      Array.from(
        readFileSync(join('infra/cli', file), 'utf8').matchAll(/new ([A-Z]\w+)Command\(/g),
        ([, call = '']) => call,
      );
    const actionsIn = (paths: readonly string[]) =>
      paths.flatMap(callsIn).map((call) => CALLS[call] ?? `${call}: add it to operator.json`);
    const smoke = files.filter((file) => file.startsWith('smoke'));
    const forget = files.filter((file) => file.startsWith('forget'));
    const others = files.filter((file) => !smoke.includes(file) && !forget.includes(file));
    expect(allowed('operator.json')).toEqual(expect.arrayContaining(actionsIn(others)));
    // The adapter of SMS lists these numbers for `status` and `doctor`, and no function calls it.
    expect(allowed('operator.json')).toContain('sns:ListPhoneNumbersOptedOut');
    // Smoke lists the queues that killed ones left, page by page.
    expect(allowed('smoke.json')).toContain('sqs:ListQueues');
    const both = [...allowed('operator.json'), ...allowed('smoke.json')];
    expect(both).toEqual(expect.arrayContaining(actionsIn(smoke)));
    // What its adapters call is compared in test/infra/cli/forget/open-forgetting.long.test.ts.
    expect(allowed('forget.json')).toEqual(expect.arrayContaining(actionsIn(forget)));
  });
});

describe('the policy of a customer key', () => {
  it('lets the services use the key that do it in their own name', () => {
    const services = policy('customer-key.json').Statement.flatMap(
      ({ Principal }: any) => Principal.Service ?? [],
    );
    expect(services).toEqual([
      'logs.eu-central-1.amazonaws.com',
      'cloudwatch.amazonaws.com',
      'sns.amazonaws.com',
    ]);
    const types = Object.values(resourcesOf('company')).map(({ Type }) => Type);
    expect(types).toEqual(expect.arrayContaining(['AWS::Logs::LogGroup', 'AWS::CloudWatch::Alarm']));
  });

  it('lets SNS write to the encrypted queue of failed deliveries', () => {
    const admitted = Object.values(resourcesOf('company')).filter(
      ({ Type, Properties }) =>
        Type === 'AWS::SQS::QueuePolicy' &&
        Properties.PolicyDocument.Statement.some(
          ({ Principal }: any) => Principal.Service === 'sns.amazonaws.com',
        ),
    );
    const queues = admitted.map(({ Properties }) => resourcesOf('company')[Properties.Queues[0].Ref]);
    expect(queues.map(({ Properties }) => typeof Properties.KmsMasterKeyId)).toEqual(['string']);
    const statement = policy('customer-key.json').Statement.find(
      ({ Principal }: any) => Principal.Service === 'sns.amazonaws.com',
    );
    // What the SNS and SQS guides ask for, for services that send to an encrypted queue.
    expect(statement.Action).toEqual(['kms:Decrypt', 'kms:GenerateDataKey*']);
  });
});

it('the page on destroy says of each resource what the template says', () => {
  const stays = (stage: string, type: string) =>
    Object.values(resourcesOf(stage)).some(
      ({ Type, DeletionPolicy }) => Type === type && DeletionPolicy === 'Retain',
    );
  const types = [...new Set(Object.values(resourcesOf('prod')).map(({ Type }) => String(Type)))];
  const kept = types.filter((type) => stays('dev', type) || stays('prod', type)).toSorted();
  const rows = kept.map((type) => {
    const [dev, prod] = ['dev', 'prod'].map((stage) => (stays(stage, type) ? 'stays' : 'deleted'));
    return `| \`${type}\` | ${dev} | ${prod} |`;
  });
  const written = page('after-destroy.md')
    .split('\n')
    .filter((line) => line.startsWith('| `AWS::'));
  expect(written).toEqual(rows);
});

it('each page is linked from the first one, and each policy from a page', () => {
  const pages = readdirSync(DOCS).filter((name) => name.endsWith('.md') && name !== 'README.md');
  for (const name of pages) expect(page('README.md')).toContain(`(${name})`);
  const all = pages.map(page).join('\n');
  for (const name of readdirSync(POLICIES)) expect(all).toContain(`policies/${name}`);
});
