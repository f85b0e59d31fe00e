import * as z from 'zod';
import { tryParse } from '../parse-as.ts';
import { parseJson } from '../parse-json.ts';

const lambdaError = z.object({ errorMessage: z.string() });

/** Why a step failed. The cause is JSON text if a function failed, or else plain text. */
const failure = z
  .object({ Error: z.string().default('States.Unknown'), Cause: z.string().default('') })
  .transform(({ Error: name, Cause }) => {
    const read = tryParse(lambdaError, parseJson(Cause));
    return `${name}: ${read.success ? read.data.errorMessage : Cause}`;
  });

/** What the workflow calls its functions with: the extraction, and why a step failed, if one did. */
export const extractionOrderSchema = z.looseObject({
  jobId: z.string().min(1),
  failure: failure.optional(),
});
