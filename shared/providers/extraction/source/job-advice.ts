import type { Instant } from '../../../domain/time/instant.ts';
import type { WatchQuery } from '../../../domain/watches/watch.ts';
import type { CallLimits } from '../../../use-cases/ports/clock.ts';
import { checkBody } from '../client/check-body.ts';
import type { ExtractionClient } from '../client/create-extraction-client.ts';
import { INITIALIZE } from '../client/jobs.ts';
import { initializeRequest } from '../client/job-request.ts';

/** What the service says of a question before it becomes a job: advice, which binds nobody. */
export interface JobAdvice {
  /** `good`, `needs_work`, `critical`, or another word of the service. */
  verdict: string;
  title?: string;
  /** 0..1. */
  confidence?: number;
  description?: string;
  /** What is amiss, and what would be better, each in a sentence or two. */
  suggestions: string[];
  /** The span that the service proposes, and how it changed dates beyond the plan. */
  dates: { from?: Instant; to?: Instant; changes: string[] };
  /** Names of the criteria and of the fields that it proposes; others each time. */
  validators: string[];
  enrichments: string[];
}

/** Asks what a question is worth, in two calls that make no job and cost nothing (extraction service, validate, initialize). */
export function jobAdvice({ jobs }: Pick<ExtractionClient, 'jobs'>) {
  return async (question: WatchQuery, { deadline }: CallLimits): Promise<JobAdvice> => {
    const { query, context, connected_dataset_ids, fetch_all_watchlist_news } = question;
    const asked = { query, context, connected_dataset_ids, fetch_all_watchlist_news };
    const request = checkBody(asked, { schema: initializeRequest, endpoint: INITIALIZE });
    const said = await jobs.validate({ query: request.query }, { deadline });
    const proposed = await jobs.initialize(request, { deadline });
    const { title, confidence, description } = said;
    return {
      verdict: said.status ?? 'not said',
      ...(title !== undefined && { title }),
      ...(confidence !== undefined && { confidence }),
      ...(description !== undefined && { description }),
      suggestions: suggestionsOf(said),
      dates: {
        ...(proposed.start_date !== undefined && { from: proposed.start_date }),
        ...(proposed.end_date !== undefined && { to: proposed.end_date }),
        changes: proposed.date_modification_message,
      },
      validators: namesOf(proposed.validators),
      enrichments: namesOf(proposed.enrichments),
    };
  };
}

type Said = Awaited<ReturnType<ExtractionClient['jobs']['validate']>>;

/** What is suggested for an issue; an issue without a suggestion by its own name, such as `too vague`. */
function suggestionsOf({ issues, suggestions }: Said): string[] {
  const texts = suggestions.map(({ issue, message, example }) => {
    const about = message ?? issue?.replaceAll('_', ' ') ?? '';
    return example === undefined ? about : `${about} Example: ${example}`;
  });
  const covered = new Set(suggestions.map(({ issue }) => issue));
  const bare = issues.filter((issue) => !covered.has(issue)).map((issue) => issue.replaceAll('_', ' '));
  return [...texts, ...bare].filter((text) => text !== '');
}

type Criteria = Awaited<ReturnType<ExtractionClient['jobs']['initialize']>>['validators'];

function namesOf(criteria: Criteria): string[] {
  return criteria.flatMap(({ name }) => name ?? []);
}
