import * as z from 'zod';
import {
  identifier,
  items,
  list,
  maybeFlag,
  maybeIdentifier,
  maybeInstant,
  maybeObject,
  maybeText,
} from '../../http/lenient.ts';
import { outcome, pageFacts, sharingInfo } from './paging.ts';

const name = z.string().trim().min(1, 'must not be empty');

export const projectRequest = z.strictObject({ name, description: z.string().optional() });
export type ProjectRequest = z.input<typeof projectRequest>;

export const projectChange = projectRequest.partial();
export type ProjectChange = z.input<typeof projectChange>;

export const project = z.object({
  project_id: identifier,
  name: maybeText,
  description: maybeText,
  /** By type and status, or one figure. */
  resources_count: z.unknown().optional(),
  created_at: maybeInstant,
  updated_at: maybeInstant,
  sharing_info: sharingInfo,
});

export const projectList = z
  .object({ ...pageFacts, projects: items(project) })
  .transform(({ projects: { kept, dropped }, ...rest }) => ({ ...rest, projects: kept, dropped }));

export const projectChanged = outcome.extend({ project_id: maybeIdentifier });

/** `deleted_resources` counts by type, and the webhooks that were detached. */
export const projectRemoved = projectChanged.extend({ deleted_resources: maybeObject });

/** Counts by status, or `total`, for each type of resource. */
export const projectOverview = z.object({
  project_id: maybeIdentifier,
  overview: z.record(z.string(), z.record(z.string(), z.number()).catch({})).nullish(),
});

export const resourcesAdded = outcome.extend({
  results: list(
    z.object({
      resource_type: maybeText,
      resource_id: maybeIdentifier,
      success: maybeFlag,
      message: maybeText,
      already_exists: maybeFlag,
    }),
  ),
});

const heldResource = z.object({
  resource_type: maybeText,
  resource_id: identifier,
  name: maybeText,
  created_at: maybeInstant,
  metadata: maybeObject,
});

export const projectResources = z
  .object({ ...pageFacts, resources: items(heldResource) })
  .transform(({ resources: { kept, dropped }, ...rest }) => ({ ...rest, resources: kept, dropped }));
