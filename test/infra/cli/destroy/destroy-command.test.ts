import { createServer } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import { destroyCommand } from '../../../../infra/cli/destroy/destroy-command.ts';
import { runCommand } from '../../../../infra/cli/main.ts';
import type { World } from '../../../../infra/cli/world.ts';
import { newMonitor } from '../../../../shared/domain/upstream/upstream-resource.ts';
import { aStoredFinding } from '../../../ports/examples.ts';
import { memoryStack, NOW, openWorld } from '../open-world.ts';
import { storeFindings } from '../../../store/store-findings.ts';

interface Deployed {
  isProtected?: boolean;
  keepsTable?: boolean;
  outputs?: boolean;
}

/** CloudFormation with one stack, on a free port. */
async function cloudFormation({ isProtected = false, keepsTable = false, outputs = true }: Deployed) {
  const template = {
    Resources: {
      Table: {
        Type: 'AWS::DynamoDB::GlobalTable',
        DeletionPolicy: keepsTable ? 'RetainExceptOnCreate' : 'Delete',
      },
      Other: { Type: 'AWS::SNS::Topic', DeletionPolicy: 'Retain' },
    },
  };
  const output =
    '<Outputs><member><OutputKey>TableName</OutputKey><OutputValue>t</OutputValue></member></Outputs>';
  const described = `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>bellwether-test</StackName>
    <CreationTime>2026-11-21T08:00:00Z</CreationTime><StackStatus>CREATE_COMPLETE</StackStatus>${outputs ? output : ''}
    <EnableTerminationProtection>${isProtected}</EnableTerminationProtection></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
  const body = JSON.stringify(template).replaceAll('"', '&quot;');
  const templated = `<GetTemplateResponse><GetTemplateResult><TemplateBody>${body}</TemplateBody></GetTemplateResult></GetTemplateResponse>`;
  const server = createServer((request, response) => {
    let form = '';
    request.on('data', (chunk: Buffer) => (form += chunk.toString()));
    request.on('end', () => {
      const isTemplate = new URLSearchParams(form).get('Action') === 'GetTemplate';
      response.writeHead(200, { 'content-type': 'text/xml' }).end(isTemplate ? templated : described);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  for (const [name, value] of Object.entries({
    AWS_ENDPOINT_URL_CLOUDFORMATION: url,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  }))
    vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    server.close();
  });
}

/** A stack with one watch, a confirmed and an unconfirmed address, a monitor and two findings. */
async function destroy(deployed: Deployed, args: string[], confirm?: World['confirm']) {
  await cloudFormation(deployed);
  const { stack, store, subscriptions } = memoryStack({ pending: ['oncall@acme.example'] });
  const { call } = openWorld({ stack });
  await call('apply');
  await storeFindings(store, [aStoredFinding(1), aStoredFinding(2)]);
  await store.resources.write(newMonitor('cuts'));
  const steps: string[] = [];
  const ended = { out: '', err: '' };
  const world: World = {
    stdout: { write: (text) => (ended.out += text) },
    stderr: { write: (text) => (ended.err += text) },
    folder: '.',
    watchesFile: 'watches.yaml',
    now: () => NOW,
    pause: async () => {},
    readFeeds: async () => {
      throw new Error('It reads no feeds.');
    },
    openStack: async () => ({
      ...stack,
      apply: async (desired) => {
        steps.push('empty');
        return stack.apply(desired);
      },
    }),
    ...(confirm && {
      confirm: async (question) => {
        steps.push('ask');
        return confirm(question);
      },
    }),
    browse: () => {},
    probe: async () => ({ answered: false, why: 'none' }),
  };
  const remove = async (stage: string) => {
    steps.push(`cdk destroy ${stage}`);
    return 0;
  };
  const code = await runCommand(destroyCommand(remove), ['--stage', 'test', ...args], world);
  const watches = (await store.definitions.watches()).length;
  return { code, ...ended, steps, watches, subscribed: (await subscriptions.list()).length };
}

it('changes nothing of a stack with termination protection, --yes or not', async () => {
  const ended = await destroy({ isProtected: true }, ['--yes'], async () => true);
  expect(ended).toMatchObject({ code: 1, steps: [], watches: 1, subscribed: 2 });
  expect(ended.err).toContain('Stack bellwether-test has termination protection. Nothing was changed.');
  expect(ended.err).toContain('--no-enable-termination-protection --stack-name bellwether-test');
});

it('lists what is lost and asks, then empties the stack, then deletes it', async () => {
  const ended = await destroy({}, [], async () => true);
  expect(ended.err).toBe(`This removes bellwether-test. It loses:
  1 watch with schedules and watermarks
  1 confirmed subscription; each address must confirm again in a new stack
  1 object at the extraction service: monitor cuts
  the table with 2 stored findings
`);
  expect(ended).toMatchObject({ code: 0, steps: ['ask', 'empty', 'cdk destroy test'], watches: 0 });
});

it('says that the findings stay where the deployed template keeps the table', async () => {
  const ended = await destroy({ keepsTable: true }, ['--yes']);
  expect(ended.err).toContain('nothing of the table: it stays in the account with 2 stored findings');
  expect(ended.steps).toEqual(['empty', 'cdk destroy test']);
});

it('changes nothing when the answer is no', async () => {
  const ended = await destroy({}, [], async () => false);
  expect(ended).toMatchObject({ code: 1, steps: ['ask'], watches: 1, subscribed: 2 });
  expect(ended.err).toContain('Nothing was changed.');
});

it('deletes a stack whose first deployment failed, which holds nothing', async () => {
  const ended = await destroy({ outputs: false }, ['--yes']);
  expect(ended).toMatchObject({ code: 0, steps: ['cdk destroy test'] });
  expect(ended.err).toContain('Its deployment never completed');
});
