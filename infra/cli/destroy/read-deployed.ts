import * as z from 'zod';
import { parseJson } from '../../../shared/contracts/parse-json.ts';
import { describeStack } from '../stack/find-stack.ts';

/** What CloudFormation says of a stack before it is removed. */
export interface DeployedStack {
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
export async function readDeployed(stage: string): Promise<DeployedStack> {
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
