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

/** The smoke test on the stack in moto. What it calls must be what its two policies allow, and all that smoke.json allows. */
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
    compareWithPolicies(new Set(used.map(({ action }) => action)), expect);
  } finally {
    world.watchOwnCalls(() => undefined);
    await stop();
  }
}

function compareWithPolicies(used: ReadonlySet<string>, expect: Expect): void {
  const [operator, smoke] = ['operator.json', 'smoke.json'].map(allowedBy);
  for (const action of used)
    expect(
      [operator, smoke].some((policy) => policy?.has(action)),
      `smoke: no policy allows ${action}`,
    );
  for (const action of smoke ?? [])
    expect(used.has(action), `smoke: smoke.json allows ${action}, which it did not need`);
}

function allowedBy(policy: string): Set<string> {
  const file = join(import.meta.dirname, '../../../docs/aws/policies', policy);
  const { Statement }: { Statement: { Action: string[] }[] } = JSON.parse(readFileSync(file, 'utf8'));
  return new Set(Statement.flatMap(({ Action }) => Action));
}
