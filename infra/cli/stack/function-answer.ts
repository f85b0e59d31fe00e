import * as z from 'zod';
import { parseJson } from '../../../shared/contracts/parse-as.ts';
import { silenceSchema } from '../../../shared/store/channels/sending.ts';
import type { ApplyOutcome } from '../../../shared/domain/runs/outcome.ts';
import { type UpstreamOutcome } from '../../../shared/domain/upstream/upstream-resource.ts';
import { CliFailure } from '../failure.ts';

const changes = z.object({
  added: z.array(z.string()),
  changed: z.array(z.string()),
  removed: z.array(z.string()),
});

/** The answer of the function that applies watches. */
export const applyAnswer = z.object({
  status: z.enum(['applied', 'busy']),
  watches: changes,
  channels: changes,
  schedules: changes,
  reports: changes,
  watchlists: changes,
  feeds: changes,
  subscriptions: changes,
  dropped: z.number(),
}) satisfies z.ZodType<ApplyOutcome>;

const errorSchema = z.object({ errorMessage: z.string() });

/** The part of the answer of the function that reconciles which is about the extraction service. */
export const upstreamAnswer = z.object({
  upstream: z
    .object({
      steps: z.array(z.string()),
      waiting: z.array(z.string()),
      healed: z.array(z.object({ watchId: z.string(), runs: z.number(), found: z.number() })),
      kept: z.array(z.string()),
    })
    .default({ steps: [], waiting: [], healed: [], kept: [] }),
}) satisfies z.ZodType<{ upstream: UpstreamOutcome }>;

/** The part of the answer of the function that delivers which is about a redrive. */
export const redriveAnswer = z.object({ redriven: z.array(z.string()) });

/** The answer of the function that writes reports. */
export const reportAnswer = z.union([
  z
    .object({
      status: z.literal('written'),
      record: z.object({ id: z.string(), headline: z.string() }),
    })
    .transform(({ status, record: { id: recordId, headline } }) => ({ status, recordId, headline })),
  z.object({ status: z.literal('folding'), rolledUp: z.number(), left: z.number() }),
]);

/** Its answers when a silence begins, and when one ends. */
export const silenceAnswer = z.object({ silence: silenceSchema });
export const expireAnswer = z.object({ expired: silenceSchema.optional() });

/**
 * Reads the answer of a function. `does` names the function in messages: `applies watches`.
 *
 * @throws CliFailure when the function failed.
 */
export function readAnswer<S extends z.ZodType>(
  answer: { Payload?: Uint8Array | undefined; FunctionError?: string | undefined },
  { schema, does }: { schema: S; does: string },
): z.output<S> {
  const content = parseJson(new TextDecoder().decode(answer.Payload));
  const outcome = schema.safeParse(content);
  if (answer.FunctionError === undefined && outcome.success) return outcome.data;
  const error = errorSchema.safeParse(content);
  throw new CliFailure(
    `The function that ${does} has failed: ${error.success ? error.data.errorMessage : 'its answer cannot be read'}.`,
    { hint: 'what was done is kept; try again, and read the log of the function if it fails again' },
  );
}
