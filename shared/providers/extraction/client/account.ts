import * as z from 'zod';
import { type CallOptions, type HttpClient, reading } from '../../http/http-client.ts';
import { list, maybeNumber } from '../../http/lenient.ts';
import { jsonReader } from '../../http/reader.ts';
import { kept, operationsOf } from './open-extraction.ts';

const feature = z.object({
  code: z.string(),
  /** What the plan allows: usually a number. */
  value: z.unknown().optional(),
  /** How much of it is used. */
  current_usage: maybeNumber,
});
export type PlanFeature = z.infer<typeof feature>;

const limits = z.object({ features: list(feature) }).transform(({ features }) => features);

const group = z.object({ slug: z.string().regex(/./s) });

/** Source groups, in an envelope or as a bare array. */
const groups = z.preprocess(
  (value) => (Array.isArray(value) ? { source_groups: value } : value),
  z.object({ source_groups: kept(group) }),
);

/** The feature of a plan by its code, such as `Jobs_Concurrency` or `monthly_free_credits`; case does not count. */
export function featureOf(features: readonly PlanFeature[], code: string): PlanFeature | undefined {
  return features.find((one) => one.code.toLowerCase() === code.toLowerCase());
}

/** What the plan allows, and the named lists of domains that can limit jobs. */
export function account(http: HttpClient) {
  const { listing } = operationsOf(http);
  return {
    /** Features of the plan and their use. */
    userLimits: (options?: CallOptions) =>
      http.call({ endpoint: reading('POST', '/user/limits'), read: jsonReader(limits) }, options),
    sourceGroups: listing(reading('GET', '/source-groups'), groups),
  };
}
