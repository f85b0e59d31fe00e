import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { findStack, isStopped, outputOf } from '../../../../infra/cli/stack/find-stack.ts';
import { OUTPUT_NAMES } from '../../../../infra/stack-outputs.ts';

const FILE = {
  v: 1,
  region: 'eu-west-1',
  outputs: { TableName: 'watches' },
  parameters: {
    NewsUrl: 'http://127.0.0.1:1/news',
    JobsUrl: 'http://127.0.0.1:1/jobs',
    JobsPrefix: '/svc',
  },
  endpoints: { DYNAMODB: 'http://127.0.0.1:2' },
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bellwether-find-'));
  mkdirSync(join(folder, '.local'));
  mkdirSync(join(folder, 'other'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the local stack', () => {
  it('is undefined when none runs', async () => {
    expect(await findStack({}, folder)).toBeUndefined();
  });

  it('is found in .local, or in the folder that --data names', async () => {
    writeFileSync(join(folder, '.local', 'stack.json'), JSON.stringify({ ...FILE, pid: 5 }));
    writeFileSync(
      join(folder, 'other', 'stack.json'),
      JSON.stringify({ ...FILE, outputs: { TableName: 'others' } }),
    );
    expect(await findStack({}, folder)).toEqual({
      name: 'the local stack (.local)',
      isLocal: true,
      region: 'eu-west-1',
      outputs: { TableName: 'watches' },
      urls: { news: 'http://127.0.0.1:1/news', extraction: 'http://127.0.0.1:1/jobs' },
      jobsPrefix: '/svc',
      clockShift: 0,
      endpoints: { DYNAMODB: 'http://127.0.0.1:2' },
      models: {},
    });
    expect(await findStack({ data: 'other' }, folder)).toMatchObject({ outputs: { TableName: 'others' } });
  });

  it('is stopped when the process that wrote the file no longer runs', async () => {
    const write = (pid: unknown) =>
      writeFileSync(join(folder, '.local', 'stack.json'), JSON.stringify({ ...FILE, pid }));
    expect(await isStopped({}, folder)).toBe(false);
    write(process.pid);
    expect(await isStopped({}, folder)).toBe(false);
    const ended = spawnSync(process.execPath, ['--version']);
    write(ended.pid);
    expect(await isStopped({}, folder)).toBe(true);
    expect(await isStopped({ stage: 'dev' }, folder)).toBe(false);
    write(undefined);
    expect(await isStopped({}, folder)).toBe(false);
  });

  it('has each output of the stack, and an error names one that another version did not write', async () => {
    const outputs = Object.fromEntries(OUTPUT_NAMES.map((name) => [name, `value of ${name}`]));
    writeFileSync(join(folder, '.local', 'stack.json'), JSON.stringify({ ...FILE, outputs }));
    const whole = await findStack({}, folder);
    for (const name of OUTPUT_NAMES) expect(outputOf(whole!, name)).toBe(`value of ${name}`);
    const { PagesUrl: _left, ...fewer } = outputs;
    const file = { ...FILE, outputs: { ...fewer, GoneSince: 'x' } };
    writeFileSync(join(folder, '.local', 'stack.json'), JSON.stringify(file));
    const older = await findStack({}, folder);
    expect(older?.outputs).toEqual(fewer);
    expect(outputOf(older!, 'TableName')).toBe('value of TableName');
    expect(() => outputOf(older!, 'PagesUrl')).toThrow('Output PagesUrl is missing in the local stack');
  });
});

describe('in AWS', () => {
  /** The part of CloudFormation that is used: one stack, by its name. */
  async function cloudFormation(): Promise<string> {
    const server: Server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const known = new URLSearchParams(body).get('StackName') === 'bellwether-dev';
        response.writeHead(known ? 200 : 400, { 'content-type': 'text/xml' }).end(known ? STACK : MISSING);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  const STACK = `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>bellwether-dev</StackName>
    <CreationTime>2026-11-21T08:00:00Z</CreationTime><StackStatus>CREATE_COMPLETE</StackStatus>
    <Parameters><member><ParameterKey>NewsUrl</ParameterKey><ParameterValue>https://news.example/api</ParameterValue></member></Parameters>
    <Outputs><member><OutputKey>TableName</OutputKey><OutputValue>watches</OutputValue></member>
    <member><OutputKey>EventsUrl</OutputKey><OutputValue>https://events.example</OutputValue></member></Outputs>
    </member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
  const MISSING =
    '<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack with id x does not exist</Message></Error></ErrorResponse>';

  async function atCloudFormation<T>(work: () => Promise<T>): Promise<T> {
    process.env['AWS_ENDPOINT_URL_CLOUDFORMATION'] = await cloudFormation();
    onTestFinished(() => void delete process.env['AWS_ENDPOINT_URL_CLOUDFORMATION']);
    return work();
  }

  it('is found by its stage, with its outputs and addresses', async () => {
    const found = await atCloudFormation(() => findStack({ stage: 'dev' }, folder));
    expect(found).toEqual({
      name: 'bellwether-dev',
      isLocal: false,
      outputs: { TableName: 'watches' },
      // One is a parameter, the other an output: the stage gives it. The third service is not used.
      urls: { news: 'https://news.example/api', events: 'https://events.example' },
      jobsPrefix: undefined,
      clockShift: 0,
      endpoints: {},
      models: { MODELS: '{}' },
    });
  });

  it('that is not deployed gives an error that says how to deploy it', async () => {
    await expect(atCloudFormation(() => findStack({ stage: 'prod' }, folder))).rejects.toMatchObject({
      message: 'Stack bellwether-prod not found in this account and region.',
      hint: expect.stringContaining('npm run deploy'),
    });
  });

  it.each([
    [{ stage: 'dev', data: 'x' }, 'You cannot use --stage and --data together.'],
    [{ stage: '../x' }, 'Invalid stage "../x".'],
  ])('%j is refused before any request', async (choice, message) => {
    await expect(findStack(choice, folder)).rejects.toMatchObject({
      message: expect.stringContaining(message),
    });
  });
});
