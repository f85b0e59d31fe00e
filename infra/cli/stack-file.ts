import * as z from 'zod';

/** The file below the data folder by which the command line finds the stack on this machine. */
export const STACK_FILE = 'stack.json';

/** What `npm start` writes there while it runs. */
export const stackFileSchema = z.object({
  v: z.literal(1),
  stackName: z.string(),
  region: z.string(),
  /** Outputs and parameters of the stack, as CloudFormation would tell them. */
  outputs: z.record(z.string(), z.string()),
  parameters: z.record(z.string(), z.string()),
  /** Addresses of the engines, by the name that SDK clients have for a service: `DYNAMODB`, `SECRETS_MANAGER`. */
  endpoints: z.record(z.string(), z.string()),
});

export type StackFile = z.output<typeof stackFileSchema>;
