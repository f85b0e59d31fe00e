import { HOUR, type Instant, wireTimeOf } from '../../shared/domain/time/instant.ts';
import { breachesBefore } from './breaches.ts';

const TOLD = { when: 'finding', channel: 'kinds' };

/** A watch of every kind that runs by windows, and one of a job. They alert the channel `kinds`. */
export const KIND_WATCHES = {
  found: { query: { q: 'tyrell' }, alert: TOLD },
  top: { kind: 'headlines', query: { sources: ['sites.example'] }, alert: TOLD },
  breaks: { kind: 'breaking', query: { to_rank: 10 }, alert: TOLD },
  linked: { kind: 'links', query: { links: ['tyrell.example'] }, alert: TOLD },
  alike: { kind: 'similar', query: { q: 'tyrell' }, alert: TOLD },
  numbers: { kind: 'volume', query: { q: 'tyrell' }, alert: { channel: 'kinds' } },
  cuts: { kind: 'events', query: { event_type: 'layoff' }, lookback: '7d', alert: TOLD },
  asked: { kind: 'extraction', query: { query: 'Data breaches at retailers', limit: 10 }, alert: TOLD },
};

const article = (n: number, now: Instant) => ({
  id: `site-${n}`,
  title: `Tyrell opens site ${n}`,
  content: `Tyrell says that site number ${n} is open. See https://tyrell.example/${n} for more.`,
  link: `https://sites.example/${n}`,
  domain_url: 'sites.example',
  rank: 10,
  language: 'en',
  published_date: wireTimeOf(now - n * HOUR),
  all_links: [`https://tyrell.example/${n}`],
  all_domain_links: ['tyrell.example'],
});

const layoff = (n: number, now: Instant) => ({
  id: `layoff-${n}`,
  event_type: 'layoff',
  associated_article_ids: ['site-1'],
  extraction_date: wireTimeOf(now - 30 * n * HOUR),
  event_date: wireTimeOf(now - 40 * n * HOUR),
  company_name: 'Tyrell',
  layoff: { summary: `Tyrell lays off ${n}0 people.`, number_of_people_laid_off: n * 10 },
});

/**
 * What they find: three articles, three events and two articles that a question finds. A fourth article is 30 hours
 * old.
 */
export function foundByKinds(now: Instant): object[] {
  return [
    ...[1, 2, 3, 30].map((n) => article(n, now)),
    ...[1, 2, 3].map((n) => layoff(n, now)),
    ...breachesBefore(now),
  ];
}
