import { expect, it } from 'vitest';
import { jobAdvice } from '../../../../../shared/providers/extraction/source/job-advice.ts';
import { openExtraction, START } from '../../../../infra/local/services/extraction/open-extraction.ts';
import { extractionClient, scripted } from '../extraction-fixtures.ts';

const limits = { deadline: Number.POSITIVE_INFINITY };

it('says how the service changes dates beyond the plan', async () => {
  const extraction = await openExtraction({ plan: { lookbackDays: 14 } });
  const { client } = extractionClient(`${extraction.host.url}/jobs`, { key: 'key-of-ann' });
  const dates = { start_date: '2026-10-01T00:00:00Z', end_date: '2026-11-21T08:00:00Z' };
  const advice = await jobAdvice(client)({ query: 'Layoffs', ...dates }, limits);
  expect(advice.dates.from).toBe(START - 14 * 86_400_000);
  expect(advice.dates.changes).toEqual([expect.stringContaining('start_date was moved')]);
  await extraction.close();
});

it('sends only what the two calls take, and names what is amiss in words', async () => {
  const { client, server } = await scripted(
    {
      json: {
        status: 'critical',
        issues: ['too_vague', 'too_short'],
        suggestions: [{ issue: 'too_vague', message: 'Say what happens.', example: 'Layoffs in Lyon' }],
      },
    },
    { json: { start_date: '2026-11-16T08:00:00.5+00:00', date_modification_message: ['Shortened.'] } },
  );
  const question = { query: 'Layoffs', context: 'Europe', limit: 20, mode: 'lite' };
  expect(await jobAdvice(client)(question, limits)).toEqual({
    verdict: 'critical',
    suggestions: ['Say what happens. Example: Layoffs in Lyon', 'too short'],
    dates: { from: Date.parse('2026-11-16T08:00:00.500Z'), changes: ['Shortened.'] },
    validators: [],
    enrichments: [],
  });
  expect([server.sent(0), server.sent(1)]).toEqual([
    { query: 'Layoffs' },
    { query: 'Layoffs', context: 'Europe' },
  ]);
});
