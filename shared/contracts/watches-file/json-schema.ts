import * as z from 'zod';
import { watchesFileSchema } from './file-schema.ts';
import { keysOf } from './expectations.ts';

/**
 * The JSON Schema of `watches.yaml`, for editors. It says less than the check of the file: what needs a calendar, the
 * query language or another part of the file is left to `bellwether validate`.
 */
export function watchesJsonSchema(): object {
  const schema = z.toJSONSchema(watchesFileSchema(), {
    io: 'input',
    target: 'draft-7',
    override: ({ zodSchema, jsonSchema }) => {
      const keys = keysOf(zodSchema);
      if (!keys.includes('lang') || keys.includes('aggregation_by')) return;
      jsonSchema.patternProperties = { '^custom_tags\\..': TAGS };
    },
  });
  return { title: 'The watches of Bellwether', ...schema };
}

/** The customer's own taxonomies, which no schema can know. */
const TAGS: z.core.JSONSchema.BaseSchema = {
  description: 'Tags of a taxonomy of your own.',
  anyOf: [{ type: 'array', items: { type: 'string' }, minItems: 1 }, { type: 'string' }],
};
