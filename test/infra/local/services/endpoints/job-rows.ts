import { expect } from 'vitest';
import type { ExtractionClient } from '../../../../../shared/providers/extraction/client/create-extraction-client.ts';
import type { RowAsk, RowCases } from './endpoint-list.ts';
import type { RowWorld } from './row-world.ts';

const QUERY = { query: 'Data breaches at retailers' };

/** A request to submit, and the status of its answer. */
const submit = (body: object, status = 200, on?: RowAsk['on']): RowAsk => ({
  ask: ['/submit', { ...QUERY, ...body }],
  ...(on && { on }),
  answers: { status },
});

export function jobRows({ dataset, mentioned, failed, settle }: RowWorld): RowCases<ExtractionClient> {
  const watched = { connected_dataset_ids: [dataset] };
  /** The records of a job when it is over. */
  const recordsOf = async ({ jobs }: ExtractionClient, body: object) => {
    const { job_id } = await jobs.submit({ ...QUERY, ...body });
    await settle();
    const { records } = await jobs.pull(job_id);
    return { titles: records.map(({ record_title = '' }) => record_title).toSorted() };
  };
  return {
    'ed_association_type: mention is any appearance': {
      good: [
        { method: 'GET', ask: [`/pull/${mentioned}`], answers: { status: 200, body: { valid_records: 2 } } },
      ],
      refused: [
        submit({ ed_association_type: 'mention' }, 422),
        submit({ ...watched, ed_association_type: 'none' }, 422),
      ],
      round: async (client) => ({
        any: await recordsOf(client, { ...watched, ed_association_type: 'mention' }),
        main: await recordsOf(client, { ...watched, ed_association_type: 'event_associated' }),
      }),
      gives: {
        any: { titles: ['Acme hit by data breach', 'Retailers warn of data breaches'] },
        main: { titles: ['Acme hit by data breach'] },
      },
    },
    'a job takes a limit below 10': {
      good: [submit({ limit: 1 }), submit({ limit: 9 })],
      refused: [submit({ limit: 9 }, 422, 'strict'), submit({ limit: 0 }, 422), submit({ limit: 1.5 }, 422)],
      round: async ({ jobs }) => {
        const { job_id } = await jobs.submit({ ...QUERY, limit: 3 });
        return jobs.pull(job_id);
      },
      gives: { limit: 3 },
    },
    'a score that is left out keeps every record': {
      good: [submit(watched), submit({ ...watched, ed_score_min: 1 })],
      refused: [submit({ ...watched, ed_score_min: 0 }, 422)],
      round: (client) => recordsOf(client, watched),
      gives: { titles: ['Acme hit by data breach', 'Retailers warn of data breaches'] },
    },
    'a general phrase asks for all news, and needs datasets': {
      good: [
        ...['*', 'all news', 'everything', 'all company news', 'all news about my companies'].map((query) =>
          submit({ ...watched, query }),
        ),
        submit({ query: 'all news about Acme' }),
      ],
      refused: ['*', 'All news.', 'everything', 'all company news', 'all news about my companies'].map(
        (query) => submit({ query }, 422),
      ),
      round: (client) => recordsOf(client, { ...watched, query: 'all news about my companies' }),
      gives: { titles: expect.any(Array) },
    },
    'a range of dates that lies in the future is refused': {
      good: [submit({ start_date: '2026-11-20', end_date: '2026-12-05' })],
      refused: [
        submit({ start_date: '2026-12-01', end_date: '2026-12-05' }, 400),
        submit({ start_date: '2026-12-01' }, 400),
      ],
      round: async ({ jobs }) =>
        (await jobs.initialize({ ...QUERY, start_date: '2026-12-01', end_date: '2026-12-05' }))
          .date_modification_message,
      gives: [expect.stringContaining('start_date was moved')],
    },
    'initialize takes dates, and says how it changed them': {
      good: [
        {
          ask: ['/initialize', { ...QUERY, start_date: '2026-01-01', end_date: '2026-11-20' }],
          answers: {
            status: 200,
            body: { date_modification_message: [expect.any(String), expect.any(String), expect.any(String)] },
          },
        },
      ],
      refused: [{ ask: ['/initialize', { ...QUERY, start_date: 7 }], answers: { status: 422 } }],
      round: ({ jobs }) => jobs.initialize({ ...QUERY, start_date: '2026-11-18', end_date: '2026-11-20' }),
      gives: {
        start_date: Date.parse('2026-11-18'),
        end_date: Date.parse('2026-11-20'),
        date_modification_message: [],
      },
    },
    'user/limits never shows more use than the plan gives': {
      good: [
        {
          on: 'small',
          ask: ['/user/limits'],
          answers: {
            status: 200,
            body: {
              features: expect.arrayContaining([
                expect.objectContaining({ code: 'monthly_free_credits', value: 15, current_usage: 15 }),
              ]),
            },
          },
        },
      ],
      refused: [{ ...submit({}, 402), on: 'small' }],
      round: (client) => client.userLimits(),
      gives: expect.arrayContaining([expect.objectContaining({ code: 'monthly_free_credits' })]),
    },
    'a fault makes a job fail': {
      good: [
        {
          method: 'GET',
          ask: [`/pull/${failed}`],
          answers: { status: 200, body: { status: 'failed', error: 'clustering: no clusters today' } },
        },
      ],
      refused: [{ method: 'GET', ask: [`/pull/${failed}/csv`], answers: { status: 409 } }],
      round: ({ jobs }) => jobs.pull(failed),
      gives: { error: 'clustering: no clusters today', records: [] },
    },
  };
}
