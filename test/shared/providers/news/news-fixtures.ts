import { onTestFinished } from 'vitest';
import type { ClientSettings } from '../../../../shared/providers/http/http-client.ts';
import { createNewsClient } from '../../../../shared/providers/news/create-news-client.ts';
import { testClock } from '../test-clock.ts';

export function newsClient(url: string, settings: Partial<ClientSettings> = {}) {
  const clock = testClock();
  const client = createNewsClient({ baseUrl: url, key: 'k-1', clock, random: () => 0.5, ...settings });
  onTestFinished(() => client.close());
  return { client, clock };
}

export const NOTHING = { status: 'No matches', total_hits: 0, page: 1, total_pages: 0, page_size: 100 };

export function envelopeOf(articles: unknown[], more: object = {}) {
  return {
    status: 'ok',
    total_hits: articles.length,
    page: 1,
    total_pages: 1,
    page_size: 100,
    articles,
    ...more,
  };
}

export function articleOf(id: string, more: object = {}) {
  return { id, title: `Acme ${id}`, link: `https://outlet.example/${id}`, rank: 5, score: 1.5, ...more };
}
