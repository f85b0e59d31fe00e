import * as z from 'zod';
import { ENTITY_TYPES } from '../../../../../shared/domain/services/extraction-rules.ts';
import type { Instant } from '../../../../../shared/domain/time/instant.ts';
import { ownedFields } from '../accounts/owner.ts';
import type { ServiceContext } from '../context.ts';

/** What a caller may send about a company; a PATCH replaces the whole of it. */
export const companySchema = z.object({
  domain: z.string().nullish(),
  description: z.string().nullish(),
  key_persons: z.array(z.string()).nullish(),
  alternative_names: z.array(z.string()).nullish(),
});

export const entitySchema = z.object({
  ...ownedFields,
  name: z.string(),
  entity_type: z.enum(ENTITY_TYPES),
  description: z.string().nullable(),
  external_entity_id: z.string().nullable(),
  company: companySchema.nullable(),
});

export type Entity = z.infer<typeof entitySchema>;

export const datasetSchema = z.object({
  ...ownedFields,
  name: z.string(),
  description: z.string().nullable(),
  /** In the order in which they were put in. */
  entityIds: z.array(z.string()),
  /** When entities were put in: each time the dataset becomes ready again. */
  filledAt: z.array(z.number()),
});

export type Dataset = z.infer<typeof datasetSchema>;

/** The states through which entities and datasets get ready, each with its time (extraction service, entities). */
export function readying({ settings }: Pick<ServiceContext, 'settings'>, since: Instant) {
  const { enrichingAfter, readyAfter } = settings.entities;
  return [
    { status: 'pending', at: since },
    { status: 'enriching', at: since + enrichingAfter },
    { status: 'ready', at: since + readyAfter },
  ];
}

/** The status follows from the time alone, so it needs no timer and survives a restart. */
export function statusSince(context: Pick<ServiceContext, 'clock' | 'settings'>, since: Instant): string {
  const reached = readying(context, since).findLast(({ at }) => at <= context.clock.now());
  return reached?.status ?? 'pending';
}
