import * as z from 'zod';
import type { ApplyOutcome } from '../../../shared/domain/outcome.ts';
import { CliFailure } from '../failure.ts';

const changes = z.object({
  added: z.array(z.string()),
  changed: z.array(z.string()),
  removed: z.array(z.string()),
});

const outcomeSchema = z.object({
  status: z.enum(['applied', 'busy']),
  watches: changes,
  channels: changes,
  schedules: changes,
  subscriptions: changes,
  dropped: z.number(),
}) satisfies z.ZodType<ApplyOutcome>;

const errorSchema = z.object({ errorMessage: z.string() });

/**
 * The outcome that the function answered with.
 *
 * @throws CliFailure when it failed.
 */
export function readApplyAnswer(answer: {
  Payload?: Uint8Array | undefined;
  FunctionError?: string | undefined;
}): ApplyOutcome {
  const content = jsonOf(new TextDecoder().decode(answer.Payload));
  const outcome = outcomeSchema.safeParse(content);
  if (answer.FunctionError === undefined && outcome.success) return outcome.data;
  const error = errorSchema.safeParse(content);
  throw new CliFailure(
    `The function that applies watches has failed: ${error.success ? error.data.errorMessage : 'its answer cannot be read'}.`,
    {
      hint: 'what was done stays done; apply again, and look into the log of the function if it fails again',
    },
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
