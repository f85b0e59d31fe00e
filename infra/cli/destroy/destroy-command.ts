import { applyNothing } from '../apply/apply-nothing.ts';
import { command, STACK_OPTIONS, type Command, type ExitCode } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { needStack } from '../need-stack.ts';
import type { World } from '../world.ts';
import { listLosses, printLosses } from './list-losses.ts';
import { readDeployed } from './read-deployed.ts';

/**
 * What `npm run destroy` does, in this order: it checks the termination protection, lists what is lost, asks, empties the
 * stack and deletes it. Nothing is changed before the answer.
 *
 * @param deleteStack deletes the stack of a stage by the CDK, without asking; resolves to the exit code of the CDK.
 */
export function destroyCommand(deleteStack: (stage: string) => Promise<number>): Command {
  return command({
    usage: 'destroy [options]',
    about: `Removes a stack in AWS. Lists what is lost and asks. Then it removes all watches, subscriptions and what the stack
created at the extraction service, and deletes the stack. A stack with termination protection is not changed.`,
    options: {
      stage: STACK_OPTIONS.stage,
      yes: { type: 'boolean', about: 'do not ask, for scripts' },
    },
    noArguments: 'name the stage with --stage NAME',
    async run({ values: { stage = 'dev', yes = false } }, world) {
      const deployed = await readDeployed(stage);
      const { name } = deployed;
      if (deployed.isProtected)
        throw new CliFailure(`Stack ${name} has termination protection. Nothing was changed.`, {
          hint: `to remove it, switch the protection off: aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${name}`,
        });
      const stack = deployed.isComplete ? await needStack(world, { stage }) : undefined;
      const losses = stack && (await listLosses(stack));
      world.stderr.write(printLosses(losses, deployed));
      if (!yes && !(await isConfirmed(world, name))) return 1;
      if (stack) world.stdout.write(await applyNothing(stack));
      return exitCodeOf(await deleteStack(stage));
    },
  });
}

async function isConfirmed(world: World, name: string): Promise<boolean> {
  if (!world.confirm)
    throw new CliFailure('Without a terminal, destroy needs --yes. Nothing was changed.', {
      hint: 'run npm run destroy -- --yes',
    });
  if (await world.confirm(`Remove ${name}?`)) return true;
  world.stderr.write('Nothing was changed.\n');
  return false;
}

function exitCodeOf(code: number): ExitCode {
  return code === 0 ? 0 : 1;
}
