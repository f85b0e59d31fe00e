import * as z from 'zod';

/** A model as functions get it: one of Bedrock, or one behind the API of chat completions. */
const modelSchema = z.union([
  z.object({ bedrock: z.string(), structured: z.boolean() }),
  z.object({
    url: z.string(),
    name: z.string(),
    /** The name of the secret with its key, as channels name theirs. */
    keySecret: z.string().optional(),
    structured: z.boolean(),
  }),
]);

/** The models of a stage, by name: JSON in the environment of functions. */
export const modelsSchema = z.record(z.string(), modelSchema);
export type Models = z.output<typeof modelsSchema>;
