import * as z from 'zod';
import { type CallOptions, doing, type HttpClient, reading } from '../../http/http-client.ts';
import { identifier, maybeText } from '../../http/lenient.ts';
import { optionalJsonReader } from '../../http/reader.ts';
import { kept, operationsOf, outcome, pageFacts, text } from './open-extraction.ts';

const projectRequest = z.strictObject({ name: text, description: z.string().optional() });

const project = z.object({ project_id: identifier, name: maybeText, description: maybeText });
const projectList = z.object({ ...pageFacts, projects: kept(project) });
const projectResources = z.object({ ...pageFacts, resources: kept(z.object({ resource_id: identifier })) });

const ONE = '/projects/{project_id}';

/** Projects: named containers of jobs, monitors, datasets and webhooks (extraction service, projects). */
export function projects(http: HttpClient) {
  const { listing, listingOf, sending } = operationsOf(http);
  return {
    list: listing(reading('GET', '/projects'), projectList),
    create: sending(doing('POST', '/projects'), { body: projectRequest, answer: project }),
    /** Deletes a project, and nothing that it contains. */
    remove: (project_id: string, options?: CallOptions) => {
      const call = {
        endpoint: reading('DELETE', ONE),
        ids: { project_id },
        query: { delete_resources: false },
      };
      return http.call({ ...call, read: optionalJsonReader(outcome) }, options);
    },
    resources: listingOf(reading('GET', `${ONE}/resources`), projectResources),
  };
}
