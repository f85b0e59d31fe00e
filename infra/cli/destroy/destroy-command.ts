import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import * as z from 'zod';
import { parseJson } from '../../../shared/contracts/parse-as.ts';
import { applyNothing, mayGoOn } from '../removing.ts';
import { type Command, STACK_OPTIONS, command, needStack } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { readApplied } from '../plan/compare.ts';
import { plainText, printAmount } from '../print-values.ts';
import { describeStack } from '../stack/find-stack.ts';
import type { Stack } from '../stack/stack.ts';

/**
 * What `npm run destroy` does, in this order: it checks the termination protection, lists what is lost, asks, empties
 * the stack and deletes it. Nothing is changed before the answer.
 *
 * @param usual the stage, where none is named.
 * @param deleteStack deletes the stack of a stage by the CDK, without asking; resolves to the exit code of the CDK.
 */
export function destroyCommand(deleteStack: (stage: string) => Promise<number>, usual: string): Command {
  return command({
    usage: 'destroy [options]',
    about: `Removes a stack in AWS. Lists what is lost and asks. Then it removes all watches, subscriptions and what the stack
created at the extraction service, and deletes the stack. A stack with termination protection is not changed.`,
    options: {
      stage: STACK_OPTIONS.stage,
      yes: { type: 'boolean', about: 'do not ask, for scripts' },
    },
    async run({ values: { stage = usual, yes = false } }, world) {
      const deployed = await readDeployed(stage);
      const { name } = deployed;
      if (deployed.isProtected)
        throw new CliFailure(`Stack ${name} has termination protection. Nothing was changed.`, {
          hint: `to remove it, switch the protection off: aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${name}`,
        });
      const stack = deployed.isComplete ? await needStack(world, { stage }) : undefined;
      const losses = stack
        ? `It loses:\n${(await listLosses(stack, deployed)).map((line) => `  ${line}\n`).join('')}`
        : 'Its deployment never completed, so it holds nothing.\n';
      const asking = {
        list: `This removes ${name}. ${losses}`,
        question: `Remove ${name}?`,
        name: 'destroy',
        yes,
        hint: 'run npm run destroy -- --yes',
      };
      if (!(await mayGoOn(asking, world))) return 1;
      if (stack) world.stdout.write(await applyNothing(stack));
      return (await deleteStack(stage)) === 0 ? 0 : 1;
    },
  });
}

/** What CloudFormation says of a stack before it is removed. */
interface DeployedStack {
  name: string;
  /** CloudFormation refuses to delete it. */
  isProtected: boolean;
  /** It has its outputs. One whose first deployment failed has none, and nothing to empty. */
  isComplete: boolean;
  /** Its table stays in the account when the stack is deleted, with all that was found. */
  keepsTable: boolean;
}

/** The parts of a template that say what outlives its stack. */
const templateSchema = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), DeletionPolicy: z.string().optional() })),
});

/**
 * Reads the stack of a stage from CloudFormation. What outlives it is read from the deployed template: the file of the
 * stage may have changed since.
 *
 * @throws CliFailure as `findStack` does, for a stage that is not deployed.
 */
async function readDeployed(stage: string): Promise<DeployedStack> {
  const { name, client, stack } = await describeStack(stage);
  const { GetTemplateCommand } = await import('@aws-sdk/client-cloudformation');
  const { TemplateBody = '{}' } = await client.send(
    new GetTemplateCommand({ StackName: name, TemplateStage: 'Processed' }),
  );
  const template = templateSchema.safeParse(parseJson(TemplateBody));
  const resources = Object.values(template.data?.Resources ?? {});
  return {
    name,
    isProtected: stack?.EnableTerminationProtection ?? false,
    isComplete: (stack?.Outputs ?? []).length > 0,
    keepsTable: resources.some((one) => one.Type.startsWith('AWS::DynamoDB::') && isKept(one.DeletionPolicy)),
  };
}

function isKept(policy: string | undefined): boolean {
  return policy?.startsWith('Retain') ?? false;
}

/** What a stack holds, a line each. Subscriptions count whoever made them. */
async function listLosses(stack: Stack, { keepsTable }: DeployedStack): Promise<string[]> {
  const { watches, subscriptions } = await readApplied(stack);
  const upstream = (await stack.resources.all()).map(({ type, name }) => plainText(`${type} ${name}`));
  let findings = 0;
  for (const { id } of watches) findings += await stack.findings.total(id);
  const confirmed = subscriptions.filter(({ arn }) => arn !== undefined).length;
  const found = printAmount(findings, 'stored finding');
  return [
    `${printAmount(watches.length, 'watch')} with schedules and watermarks`,
    `${printAmount(confirmed, 'confirmed subscription')}; each address must confirm again in a new stack`,
    `${printAmount(upstream.length, 'object')} at the extraction service${upstream.length === 0 ? '' : `: ${upstream.join(', ')}`}`,
    keepsTable ? `nothing of the table: it stays in the account with ${found}` : `the table with ${found}`,
  ];
}

/** Removes a stack. The CDK of the working folder deletes it last, after the command has asked. */
export const destroy = destroyCommand(deleteStack, process.env['STAGE'] ?? 'dev');

async function deleteStack(stage: string): Promise<number> {
  const cdk = createRequire(`${process.cwd()}/package.json`).resolve('aws-cdk/bin/cdk');
  const args = [cdk, 'destroy', '--all', '--force', '-c', `stage=${stage}`];
  const [code]: unknown[] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close');
  return typeof code === 'number' ? code : 1;
}
