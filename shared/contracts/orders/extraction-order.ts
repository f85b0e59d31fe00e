import * as z from 'zod';
import { parseJson } from '../parse-json.ts';

const lambdaError = z.object({ errorMessage: z.string() });

/** Why a step broke off. The cause of a function that failed is JSON text; of anything else it is plain. */
const failure = z
  .object({ Error: z.string().default('States.Unknown'), Cause: z.string().default('') })
  .transform(({ Error: name, Cause }) => {
    const read = lambdaError.safeParse(parseJson(Cause));
    return `${name}: ${read.success ? read.data.errorMessage : Cause}`;
  });

/** What the workflow calls each of its functions with: the extraction, and where one broke off, why. */
export const extractionOrderSchema = z.looseObject({
  jobId: z.string().min(1),
  failure: failure.optional(),
});
