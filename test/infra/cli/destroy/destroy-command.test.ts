import { expect, it } from 'vitest';
import { destroyCommand } from '../../../../infra/cli/destroy/destroy-command.ts';
import { explainError } from '../../../../infra/cli/failure.ts';
import type { World } from '../../../../infra/cli/world.ts';
import { newMonitor } from '../../../../shared/domain/upstream/upstream-resource.ts';
import { aStoredFinding } from '../../../ports/examples.ts';
import { type Deployed, cloudFormation } from '../cloud-formation.ts';
import { memoryStack, openApplied, quietWorld } from '../open-world.ts';
import { storeFindings } from '../../../store/store-findings.ts';

async function destroy(deployed: Deployed, args: string[], confirm?: World['confirm']) {
  await cloudFormation(deployed);
  const { stack, store, subscriptions } = await openApplied(
    memoryStack({ pending: ['oncall@acme.example'] }),
  );
  await storeFindings(store, [aStoredFinding(1), aStoredFinding(2)]);
  await store.resources.write(newMonitor('cuts'));
  const steps: string[] = [];
  const { world, printed } = quietWorld({
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
  });
  const remove = async (stage: string) => {
    steps.push(`cdk destroy ${stage}`);
    return 0;
  };
  const code = await destroyCommand(remove, 'dev')
    .run(['--stage', 'test', ...args], world)
    .catch((error: unknown) => {
      const { message, hint = '' } = explainError(error);
      printed.err += `${message}\n  ${hint}\n`;
      return 1;
    });
  const watches = (await store.definitions.watches()).length;
  return { code, ...printed, steps, watches, subscribed: (await subscriptions.list()).length };
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

it('deletes a stack whose first deployment failed, which holds nothing', async () => {
  const ended = await destroy({ outputs: false }, ['--yes']);
  expect(ended).toMatchObject({ code: 0, steps: ['cdk destroy test'] });
  expect(ended.err).toContain('Its deployment never completed');
});
