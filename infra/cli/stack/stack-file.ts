import * as z from 'zod';
import { outputsSchema } from '../../stack-outputs.ts';

/** The file in the data folder by which the command line finds the local stack. */
export const STACK_FILE = 'stack.json';

/** What `npm start` keeps there while it runs. Other keys are not read. */
export const stackFileSchema = z.object({
  v: z.literal(1),
  region: z.string(),
  /** Outputs and parameters, as CloudFormation would give them. */
  outputs: outputsSchema.partial(),
  parameters: z.record(z.string(), z.string()),
  /** Addresses of the engines, by the name that SDK clients use for a service: `DYNAMODB`, `SECRETS_MANAGER`. */
  endpoints: z.record(z.string(), z.string()),
  /** What requests to the engines are signed with. They end with the process. */
  credentials: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }).optional(),
  /** How far its clock is ahead of the computer's, in milliseconds. */
  clockShift: z.number().default(0),
});
