import * as z from 'zod';
import { type Environment, read } from './environment.ts';
import { ENV } from './names.ts';

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
const modelsSchema = z.record(z.string(), modelSchema);
export type Models = z.output<typeof modelsSchema>;

/** For functions that ask models. */
export function readModelsEnvironment(environment: Environment) {
  return {
    ...read({ stack: ENV.service }, environment),
    models: modelsSchema.parse(JSON.parse(environment[ENV.models] ?? '{}')),
    reachable: environment[ENV.reachable] ?? '',
  };
}
