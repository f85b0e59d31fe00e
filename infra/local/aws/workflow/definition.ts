import * as z from 'zod';

/**
 * The part of the States Language that runs here as on AWS. Anything else is refused when the template is read,
 * because the engine accepts much that it does not run (JSONata, Assign, heartbeats, `$$.State`, distributed maps).
 */

/** Node's longest timer, in seconds: a longer wait would end at once. */
const LONGEST = Math.floor((2 ** 31 - 1) / 1_000);
const seconds = z.int().min(0).max(LONGEST);

/** A path into the input. Not `$$`, the context: the engine knows only a part of it. */
const path = z.string().regex(/^\$(?!\$)/, 'must be a path such as $.next; $$ is not known here');

const errors = z.array(z.string().min(1)).min(1);
const retrier = z.strictObject({
  ErrorEquals: errors,
  IntervalSeconds: seconds.min(1).optional(),
  MaxAttempts: z.int().min(0).optional(),
  BackoffRate: z.number().min(1).optional(),
  JitterStrategy: z.enum(['FULL', 'NONE']).optional(),
});
const catcher = z.strictObject({ ErrorEquals: errors, Next: z.string(), ResultPath: path.optional() });

/** A definition ends by the states Succeed and Fail, and not by `End: true`. */
const transition = { Next: z.string() };
/** Required, because its default is a minute here and a year on AWS. */
const timeout = seconds.min(1);

const task = z.strictObject({
  Type: z.literal('Task'),
  ...transition,
  Resource: z
    .string()
    .regex(/^arn:aws:lambda:[\w-]+:\d{12}:function:[\w-]+$/, 'must be the ARN of a function'),
  TimeoutSeconds: timeout,
  ResultPath: path.optional(),
  Retry: z.array(retrier).optional(),
  Catch: z.array(catcher).optional(),
});

const wait = z.strictObject({ Type: z.literal('Wait'), ...transition, SecondsPath: path });

const choice = z.strictObject({
  Type: z.literal('Choice'),
  Choices: z
    .array(
      z.strictObject({
        Variable: path,
        StringEquals: z.string().optional(),
        NumericGreaterThan: z.number().optional(),
        Next: z.string(),
      }),
    )
    .min(1),
  Default: z.string(),
});

const succeed = z.strictObject({ Type: z.literal('Succeed') });
const fail = z.strictObject({
  Type: z.literal('Fail'),
  Error: z.string(),
  Cause: z.string(),
});

export const machineSchema = z.strictObject({
  Comment: z.string().optional(),
  StartAt: z.string(),
  TimeoutSeconds: timeout,
  States: z.record(z.string(), z.discriminatedUnion('Type', [task, wait, choice, succeed, fail])),
});

/** A state machine that can be run here. */
export type MachineDefinition = z.infer<typeof machineSchema>;
export type WaitDefinition = z.infer<typeof wait>;

/** A state machine of the stack. */
export interface StateMachineSpec {
  name: string;
  arn: string;
  definition: MachineDefinition;
}
