import * as z from 'zod';
import { ROLES } from '../domain/pages/viewer.ts';
import { parseJson, tryParse } from './parse-as.ts';

const who = z.string().min(1).max(200);
const brands = z
  .array(z.string().regex(/^[a-z0-9-]{1,64}$/))
  .min(1)
  .max(200);

/** Who has a role: a group or a mail address, for all brands or for some. */
const entrySchema = z.union([
  who.transform((one) => ({ who: one })),
  z.strictObject({ who, brands: brands.optional() }),
]);

/** Where an issuer is. The local run has one without https, which no stage file can name. */
const issuerSchema = z.string().regex(/^https?:\/\/\S+$/);

const secretName = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);

/** How people sign in to the pages, as the stage file says it and as the function reads it. */
export const signInSchema = z.strictObject({
  issuer: issuerSchema,
  client_id: z.string().min(1).max(200),
  client_secret_name: secretName,
  scope: z.string().min(6).max(500).default('openid profile email'),
  groups_claim: z.string().min(1).max(200).default('groups'),
  roles: z
    .partialRecord(z.enum(ROLES), z.array(entrySchema).max(200))
    .transform(({ editor = [], reader = [] }) => ({ editor, reader })),
});

/**
 * The app of Slack whose buttons people press. A role names a person by the id of the member, such as U012AB3CD, or
 * all members of a workspace by its id.
 */
export const slackAppSchema = z.strictObject({
  signing_secret_name: secretName,
  roles: signInSchema.shape.roles,
});

/** The webhook subscription of PagerDuty whose acknowledgements count. */
export const pagerDutySchema = z.strictObject({ webhook_secret_name: secretName });

/** Reads a variable of the function by a schema above. Undefined: the stage file has no such key. */
export function readSettings<S extends z.ZodType>(
  schema: S,
  { key, text }: { key: string; text: string | undefined },
): z.output<S> | undefined {
  if (text === undefined || text === '') return undefined;
  const read = tryParse(schema, parseJson(text));
  if (read.success) return read.data;
  throw new Error(`The settings are not valid: ${read.error.message}. Check ${key} in the stage file.`);
}
