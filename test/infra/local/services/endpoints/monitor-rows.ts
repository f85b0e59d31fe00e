import { expect } from 'vitest';
import type { ExtractionClient } from '../../../../../shared/providers/extraction/client/create-extraction-client.ts';
import type { RowAsk, RowCases } from './endpoint-list.ts';
import type { RowWorld } from './row-world.ts';
import { UNKNOWN } from './extraction-world.ts';

export function monitorRows(world: RowWorld): RowCases<ExtractionClient> {
  const { job, quiet, run, delivered, refusing } = world;
  const create = (body: object, status = 200, on?: RowAsk['on']): RowAsk => ({
    ask: ['/monitors/create', { reference_job_id: job, schedule: 'every day', backfill: false, ...body }],
    ...(on && { on }),
    answers: { status },
  });
  return {
    'a monitor takes a limit below 10': {
      good: [
        create({ limit: 1 }),
        { method: 'PATCH', ask: [`/monitors/${quiet}`, { limit: 9 }], answers: { status: 200 } },
      ],
      refused: [
        create({ limit: 0 }, 422),
        create({ limit: 9 }, 422, 'strict'),
        { method: 'PATCH', ask: [`/monitors/${quiet}`, { limit: 0 }], answers: { status: 422 } },
      ],
    },
    'the runs of a monitor that has not run are an empty list': {
      good: [{ method: 'GET', ask: [`/monitors/${quiet}/jobs`], answers: { status: 200, body: [] } }],
      refused: [{ method: 'GET', ask: [`/monitors/${UNKNOWN}/jobs`], answers: { status: 404 } }],
      round: ({ monitors }) => monitors.runs(quiet),
      gives: [],
    },
    'schedules in plain English': {
      good: [
        'every morning at 8',
        'each Sunday evening at 6 pm',
        'every night at midnight',
        'first of every month',
        'every day at 9 AM New York time',
      ].map((schedule) => create({ schedule })),
      refused: ['every morning and evening at 8', 'every blue moon', 'each evening at 26:00'].map(
        (schedule) => create({ schedule }, 422),
      ),
    },
    'the status of a monitor has the outcome at each webhook': {
      good: [
        {
          method: 'GET',
          ask: [`/monitors/${run}/status`],
          answers: {
            status: 200,
            body: {
              statuses: expect.arrayContaining([
                expect.objectContaining({
                  status: 'dump',
                  additional_information: expect.objectContaining({
                    webhook: { success: false, status_code: 500, error_message: 'The receiver answered 500' },
                    webhooks: [
                      { webhook_id: delivered, success: true, status_code: 200, error_message: null },
                      {
                        webhook_id: refusing,
                        success: false,
                        status_code: 500,
                        error_message: expect.any(String),
                      },
                    ],
                  }),
                }),
              ]),
            },
          },
        },
      ],
      refused: [{ method: 'GET', ask: [`/monitors/${UNKNOWN}/status`], answers: { status: 404 } }],
    },
    'a monitor shows its webhook in the older form': {
      good: [
        {
          method: 'GET',
          ask: ['/monitors'],
          answers: {
            status: 200,
            body: {
              monitors: expect.arrayContaining([
                expect.objectContaining({ monitor_id: run, webhook: expect.any(Object) }),
              ]),
            },
          },
        },
      ],
      refused: [{ method: 'GET', ask: ['/monitors?ownership=nobody'], answers: { status: 422 } }],
    },
  };
}
