import { describe, expect, it } from 'vitest';
import { createEventsClient, eventsPlan } from '../../shared/providers/events/create-events-client.ts';
import { extractionPlan } from '../../shared/providers/extraction/source/single-calls.ts';
import { createNewsClient, newsPlan } from '../../shared/providers/news/create-news-client.ts';
import { type Line, scriptedServer } from './providers/scripted-server.ts';
import { testClock } from './providers/test-clock.ts';

const READ = {
  news: newsPlanOf,
  events: eventsPlanOf,
  extraction: extractionPlanOf,
};

async function figuresOf(service: keyof typeof READ, json: unknown) {
  const line: Line = { json };
  const server = await scriptedServer(line);
  const clock = testClock();
  const figures = await READ[service]({ baseUrl: server.url, key: 'k', clock })({
    deadline: clock.now() + 60_000,
  });
  return { figures, arrivals: server.arrivals.map(({ method, url }) => `${method} ${url.pathname}`) };
}

type Settings = Parameters<typeof extractionPlan>[0];
function newsPlanOf(settings: Settings) {
  return newsPlan(createNewsClient(settings));
}
function eventsPlanOf(settings: Settings) {
  return eventsPlan(createEventsClient(settings));
}
function extractionPlanOf(settings: Settings) {
  return extractionPlan(settings);
}

describe("the services' own figures", () => {
  it('are the calls of the news plan', async () => {
    const answer = {
      active: true,
      plan: 'v3',
      plan_calls: 250_000,
      remaining_calls: 99_986,
      historical_days: 400,
    };
    expect(await figuresOf('news', answer)).toEqual({
      figures: { allowed: 250_000, left: 99_986 },
      arrivals: ['POST /subscription'],
    });
    expect((await figuresOf('news', { active: true, remaining_calls: null })).figures).toEqual({});
  });

  it('are the calls of the events plan', async () => {
    const answer = { usage_assigned_calls: 10_000, usage_remaining_calls: 0 };
    expect(await figuresOf('events', answer)).toEqual({
      figures: { allowed: 10_000, left: 0 },
      arrivals: ['GET /api/subscription'],
    });
  });

  it('are the credits and job slots of the extraction plan, whatever the case of their codes', async () => {
    const features = [
      { code: 'JOBS_CONCURRENCY', value: 4, current_usage: 1 },
      { code: 'monthly_free_credits', value: 6_000, current_usage: 6_500 },
      { code: 'else', value: 'yes', current_usage: null },
    ];
    expect(await figuresOf('extraction', { features })).toEqual({
      figures: { allowed: 6_000, left: 0, slots: { allowed: 4, busy: 1 } },
      arrivals: ['POST /svc/user/limits'],
    });
    const silent = [
      { code: 'monthly_free_credits', value: 6_000, current_usage: null },
      { code: 'Jobs_Concurrency', value: 'many' },
    ];
    expect((await figuresOf('extraction', { features: silent })).figures).toEqual({ allowed: 6_000 });
  });
});
