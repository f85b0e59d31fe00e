import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runSmoke } from '../../../infra/cli/smoke/run-smoke.ts';
import { systemWorld } from '../../../infra/cli/system-world.ts';
import { ACCOUNT, REGION } from '../../../infra/local/aws/local-account.ts';
import type { AwsCall } from '../policies/aws-call.ts';
import { iamRequests } from '../policies/iam-requests.ts';
import { connectMoto } from './connect-moto.ts';
import type { Expect } from './journey.ts';
import type { MotoWorld } from './moto-world.ts';
import { tableKeys } from './template-facts.ts';

/** Words of the articles that came in the last hour before the check begins. */
const QUERY = 'Acme';

/** The smoke test on the stack in moto. What it calls must be what docs/operations.md lists, no more and no less. */
export async function smokeInMoto(world: MotoWorld, expect: Expect): Promise<void> {
  const { stack, stop } = await connectMoto(world);
  const { probe } = systemWorld();
  const calls: AwsCall[] = [];
  world.watchOwnCalls((call) => calls.push(call));
  try {
    if (!stack.smoke) throw new Error('The stack has no tools for the smoke test');
    const verdicts = await runSmoke({
      stack,
      tools: stack.smoke,
      world: { probe, pause: () => world.settle() },
      query: QUERY,
      interrupted: new AbortController().signal,
      onVerdict: () => undefined,
    });
    for (const { check, result, text } of verdicts)
      expect(result === 'ok', `smoke: ${check} is ${result}: ${text}`);
    const used = calls.flatMap((call) =>
      iamRequests(call, { account: ACCOUNT, region: REGION, tables: tableKeys(world.stack) }),
    );
    compareWithPage(new Set(used.map(({ action }) => action)), expect);
  } finally {
    world.watchOwnCalls(() => undefined);
    await stop();
  }
}

/** These do not pass the recorder: the stack is found by CloudFormation, and functions run beside moto. */
const BESIDE = ['cloudformation:DescribeStacks', 'lambda:InvokeFunction'];

function compareWithPage(used: ReadonlySet<string>, expect: Expect): void {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
  const section = /\n## The smoke test\n(.*?)(?=\n## |$)/s.exec(page)?.[1] ?? '';
  const listed = new Set([...section.matchAll(/^\| `(\w+:\w+)` \|/gm)].map(([, action = '']) => action));
  for (const action of used)
    expect(listed.has(action), `smoke: it needs ${action}, which docs/operations.md does not list`);
  for (const action of listed)
    expect(
      used.has(action) || BESIDE.includes(action),
      `smoke: docs/operations.md lists ${action}, which it did not need`,
    );
}
