import { defined } from '../../../domain/lib/fields.ts';
import type { Instant, Window } from '../../../domain/time/instant.ts';
import type { WatchQuery } from '../../../domain/watches/watch.ts';
import { ENRICHMENT_TYPES } from '../../../domain/services/extraction-rules.ts';
import type { CallLimits } from '../../../use-cases/ports/clock.ts';
import { withBody } from '../client/open-extraction.ts';
import type { ExtractionClient } from '../client/create-extraction-client.ts';
import { INITIALIZE, initializeRequest } from '../client/jobs.ts';

/** The service's advice on a question before it becomes a job. */
export interface JobAdvice {
  /** `good`, `needs_work`, `critical`, or another value. */
  verdict: string;
  title?: string;
  /** 0..1. */
  confidence?: number;
  description?: string;
  /** Problems and improvements, each in 1 or 2 sentences. */
  suggestions: string[];
  /** The proposed span, and how the service changed dates beyond the plan. */
  dates: { from?: Instant; to?: Instant; changes: string[] };
  /** Names of the proposed criteria and fields. They differ each time. */
  validators: string[];
  enrichments: string[];
  /** The same as the query of a watch takes them; those that it does not take are left out. */
  proposals?: JobProposals;
}

/** Criteria and fields as they stand in the query of a watch. */
export interface JobProposals {
  validators: { name: string; description: string }[];
  enrichments: { name: string; description: string; type: EnrichmentType }[];
}

/**
 * Reads advice on a question, and on its dates if it has any, in 2 calls that create no job and cost nothing
 * (extraction service, validate, initialize).
 */
export function jobAdvice({ jobs }: Pick<ExtractionClient, 'jobs'>) {
  return async (question: WatchQuery, { deadline }: CallLimits): Promise<JobAdvice> => {
    const { query, context, start_date, end_date, connected_dataset_ids, fetch_all_watchlist_news } =
      question;
    const dates = { start_date, end_date };
    const asked = { query, context, ...dates, connected_dataset_ids, fetch_all_watchlist_news };
    const { json: request } = withBody(INITIALIZE, asked, initializeRequest);
    const said = await jobs.validate({ query: request.query }, { deadline });
    const proposed = await jobs.initialize(request, { deadline });
    const { title, confidence, description } = said;
    return {
      verdict: said.status ?? 'not said',
      ...defined<Partial<JobAdvice>>({ title, confidence, description }),
      suggestions: suggestionsOf(said),
      dates: {
        ...defined<Partial<Window>>({ from: proposed.start_date, to: proposed.end_date }),
        changes: proposed.date_modification_message,
      },
      validators: namesOf(proposed.validators),
      enrichments: namesOf(proposed.enrichments),
      ...proposalsOf(proposed),
    };
  };
}

type Said = Awaited<ReturnType<ExtractionClient['jobs']['validate']>>;

/** The suggestions for the issues. An issue without one is named, such as `too vague`. */
function suggestionsOf({ issues, suggestions }: Said): string[] {
  const texts = suggestions.map(({ issue, message, example }) => {
    const about = message ?? issue?.replaceAll('_', ' ') ?? '';
    return example === undefined ? about : `${about} Example: ${example}`;
  });
  const covered = new Set(suggestions.map(({ issue }) => issue));
  const bare = issues.filter((issue) => !covered.has(issue)).map((issue) => issue.replaceAll('_', ' '));
  return [...texts, ...bare].filter((text) => text !== '');
}

/** What can be adopted; nothing where the service gives names alone. */
function proposalsOf(proposed: Pick<Proposed, 'validators' | 'enrichments'>): Pick<JobAdvice, 'proposals'> {
  const validators = describedIn(proposed.validators);
  const enrichments = describedIn(proposed.enrichments).flatMap(({ type, ...rest }) => {
    const known = ENRICHMENT_TYPES.find((one) => one === type);
    return known === undefined ? [] : [{ ...rest, type: known }];
  });
  if (validators.length + enrichments.length === 0) return {};
  const named = validators.map(({ name, description }) => ({ name, description }));
  return { proposals: { validators: named, enrichments } };
}

/** Those with a name and a description, each name once. */
function describedIn(criteria: Criteria) {
  const byName = new Map(
    criteria.flatMap(({ name, description = '', type }) =>
      name.trim() === '' || description.trim() === '' ? [] : [[name, { name, description, type }] as const],
    ),
  );
  return [...byName.values()];
}

type Proposed = Awaited<ReturnType<ExtractionClient['jobs']['initialize']>>;
type EnrichmentType = (typeof ENRICHMENT_TYPES)[number];
type Criteria = Proposed['validators'];

function namesOf(criteria: Criteria): string[] {
  return criteria.flatMap(({ name }) => name ?? []);
}
