import * as z from 'zod';
import {
  identifier,
  items,
  list,
  maybe,
  maybeIdentifier,
  maybeInstant,
  maybeNumber,
  maybeObject,
  maybeText,
} from '../../../http/lenient.ts';
import { id } from '../job-request.ts';
import { pageFacts, sharingInfo } from '../paging.ts';

const name = z.string().trim().min(1, 'must not be empty');

export const datasetRequest = z.strictObject({
  name,
  description: z.string().optional(),
  entity_ids: z.array(id).readonly(),
  project_id: id.optional(),
});
export type DatasetRequest = z.input<typeof datasetRequest>;

export const datasetChange = z.strictObject({ name: name.optional(), description: z.string().optional() });
export type DatasetChange = z.input<typeof datasetChange>;

export const entityIds = z.strictObject({ entity_ids: z.array(id).min(1) });

export const dataset = z.object({
  id: identifier,
  name: maybeText,
  description: maybeText,
  organization_id: maybeIdentifier,
  entity_count: maybeNumber,
  /** How many entities are in each status. */
  entity_status_breakdown: maybeObject,
  health_score: maybeNumber,
  health_breakdown: maybeObject,
  /** `pending`, `enriching`, `ready` or `failed`; a job can use it when it is ready. */
  latest_status: maybeText,
  created_by_user_id: maybeIdentifier,
  sharing_info: sharingInfo,
  created_at: maybeInstant,
  updated_at: maybeInstant,
});

export const datasetList = z
  .object({ ...pageFacts, datasets: items(dataset) })
  .transform(({ datasets: { kept, dropped }, ...rest }) => ({ ...rest, datasets: kept, dropped }));

const validationReport = z.object({
  total_rows: maybeNumber,
  valid_rows: maybeNumber,
  skipped_count: maybeNumber,
  skipped_rows: list(z.object({ row: maybeNumber, reason: maybeText })),
});

/** The results of the rows of a CSV. */
export const csvTaken = z.object({
  dataset_id: identifier,
  dataset_name: maybeText,
  entities_created: maybeNumber,
  validation_report: maybe(validationReport),
});

export const membersChanged = z.object({ dataset_id: maybeIdentifier, affected_count: maybeNumber });

export const datasetHistory = z.object({
  dataset_id: maybeIdentifier,
  /** Oldest first. */
  history: list(
    z.object({ status: maybeText, additional_information: maybeObject, created_at: maybeInstant }),
  ),
});

const member = z.object({
  id: identifier,
  name: maybeText,
  entity_type: maybeText,
  status: maybeText,
  description: maybeText,
  /** Your own id of it; missing when unset. */
  external_entity_id: maybeText,
  attributes: maybeObject,
});

export const memberList = z
  .object({ ...pageFacts, entities: items(member) })
  .transform(({ entities: { kept, dropped }, ...rest }) => ({ ...rest, entities: kept, dropped }));
