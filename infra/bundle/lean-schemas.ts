import type { Plugin } from 'esbuild';
import { standIn } from './stand-in.ts';

/**
 * The plain schemas of zod, such as `z.string()` and `z.string().optional()`, are made once for all places that write them. Schemas
 * are immutable: what changes one makes another.
 */
const sharedSchemas = standIn({
  name: 'shared-schemas',
  filter: /^zod$/,
  contents: `
    import * as zod from 'zod';
    export * from 'zod';
    function shared(make) {
      let plain, optional;
      return (...params) => {
        if (params.length > 0) return make(...params);
        if (plain) return plain;
        plain = make();
        const value = () => (optional ??= zod.optional(plain));
        return Object.defineProperty(plain, 'optional', { value });
      };
    }
    export const string = shared(zod.string);
    export const number = shared(zod.number);
    export const boolean = shared(zod.boolean);
    export const unknown = shared(zod.unknown);`,
});

/** The schemas of zod can be written as JSON Schemas. The command line does that. No function does. */
const withoutJsonSchemas = standIn({
  name: 'without-json-schemas',
  filter: /\/(?:to-json-schema|json-schema-processors|from-json-schema)\.js$/,
  contents: `
    const left = () => { throw new Error('JSON Schemas are not part of this bundle'); };
    const leftFor = () => left;
    export {
      leftFor as createToJSONSchemaMethod, leftFor as createStandardJSONSchemaMethod, left as toJSONSchema, left as fromJSONSchema,
      left as initializeContext, left as processSchema, left as process, left as extractDefs, left as finalize,
      left as handleUnrepresentable, left as allProcessors,
    };`,
});

export const LEAN_SCHEMAS: readonly Plugin[] = [sharedSchemas, withoutJsonSchemas];
