import * as z from 'zod';
import type { ProjectResourceType } from '../../../domain/services/extraction-rules.ts';
import { type CallOptions, doing, type HttpClient, reading } from '../../http/http-client.ts';
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
import { jsonReader, optionalJsonReader } from '../../http/reader.ts';
import {
  outcome,
  type Ownership,
  pageFacts,
  type PageQuery,
  sharingInfo,
  withBody,
} from './open-extraction.ts';

const name = z.string().trim().min(1, 'must not be empty');

const projectRequest = z.strictObject({ name, description: z.string().optional() });
type ProjectRequest = z.input<typeof projectRequest>;

const projectChange = projectRequest.partial();
type ProjectChange = z.input<typeof projectChange>;

const project = z.object({
  project_id: identifier,
  name: maybeText,
  description: maybeText,
  /** By type and status, or one figure. */
  resources_count: z.unknown().optional(),
  created_at: maybeInstant,
  updated_at: maybeInstant,
  sharing_info: sharingInfo,
});

const projectList = z
  .object({ ...pageFacts, projects: items(project) })
  .transform(({ projects: { kept, dropped }, ...rest }) => ({ ...rest, projects: kept, dropped }));

const projectChanged = outcome.extend({ project_id: maybeIdentifier });

/** `deleted_resources` counts by type, and the webhooks that were detached. */
const projectRemoved = projectChanged.extend({ deleted_resources: maybeObject });

/** Counts by status, or `total`, for each type of resource. */
const projectOverview = z.object({
  project_id: maybeIdentifier,
  overview: z.record(z.string(), z.record(z.string(), z.number()).catch({})).nullish(),
});

const resourcesAdded = outcome.extend({
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

const projectResources = z
  .object({ ...pageFacts, resources: items(heldResource) })
  .transform(({ resources: { kept, dropped }, ...rest }) => ({ ...rest, resources: kept, dropped }));

const ONE = '/projects/{project_id}';

const LIST = reading('GET', '/projects');
const CREATE = doing('POST', '/projects');
const READ = reading('GET', ONE);
const CHANGE = reading('PATCH', ONE);
const REMOVE = reading('DELETE', ONE);
const OVERVIEW = reading('GET', `${ONE}/overview`);
const RESOURCES = reading('GET', `${ONE}/resources`);
/** Safe to repeat: each result says whether the resource was there before. */
const ADD = reading('POST', `${ONE}/resources`);
const TAKE_OUT = reading('DELETE', `${ONE}/resources/{resource_type}/{resource_id}`);

/** A resource that a project can contain. */
interface ProjectResourceRef {
  resource_type: ProjectResourceType;
  resource_id: string;
}

const resourceRefs = z.array(z.object({ resource_type: z.string(), resource_id: z.string() })).min(1);

interface ProjectListQuery extends PageQuery {
  ownership?: Ownership;
  search?: string;
}

/** Projects: named containers of jobs, monitors, datasets and webhooks (extraction service, projects). */
export function projects(http: HttpClient) {
  return {
    list: ({ ...query }: ProjectListQuery = {}, options?: CallOptions) =>
      http.call({ endpoint: LIST, query, read: jsonReader(projectList) }, options),
    /** Sent once: when its answer is lost, it may exist. */
    create: (request: ProjectRequest, options?: CallOptions) =>
      http.call({ ...withBody(CREATE, request, projectRequest), read: jsonReader(project) }, options),
    read: (project_id: string, options?: CallOptions) =>
      http.call({ endpoint: READ, ids: { project_id }, read: jsonReader(project) }, options),
    change: (project_id: string, { change, ...options }: { change: ProjectChange } & CallOptions) =>
      http.call(
        { ...withBody(CHANGE, change, projectChange), ids: { project_id }, read: jsonReader(projectChanged) },
        options,
      ),
    /** Deletes a project. `delete_resources` also deletes its resources, except webhooks, which are detached. */
    remove: (
      project_id: string,
      { delete_resources = false, ...options }: { delete_resources?: boolean } & CallOptions = {},
    ) => {
      const call = { endpoint: REMOVE, ids: { project_id }, query: { delete_resources } };
      return http.call({ ...call, read: optionalJsonReader(projectRemoved) }, options);
    },
    /** Numbers of its resources, by type and status. */
    overview: (project_id: string, options?: CallOptions) =>
      http.call({ endpoint: OVERVIEW, ids: { project_id }, read: jsonReader(projectOverview) }, options),
    resources: (
      project_id: string,
      {
        query = {},
        ...options
      }: { query?: { resource_type?: ProjectResourceType } & PageQuery } & CallOptions = {},
    ) => {
      const call = { endpoint: RESOURCES, ids: { project_id }, query: { ...query } };
      return http.call({ ...call, read: jsonReader(projectResources) }, options);
    },
    /** Adds resources. Check each result. A resource is in at most one project, a webhook can be in several. */
    add: (
      project_id: string,
      { resources, ...options }: { resources: readonly ProjectResourceRef[] } & CallOptions,
    ) => {
      const { json } = withBody(ADD, resources, resourceRefs);
      const call = { endpoint: ADD, ids: { project_id }, json: { resources: json } };
      return http.call({ ...call, read: jsonReader(resourcesAdded) }, options);
    },
    takeOut: (
      project_id: string,
      { resource, ...options }: { resource: ProjectResourceRef } & CallOptions,
    ) => {
      const call = { endpoint: TAKE_OUT, ids: { project_id, ...resource } };
      return http.call({ ...call, read: optionalJsonReader(outcome) }, options);
    },
  };
}
