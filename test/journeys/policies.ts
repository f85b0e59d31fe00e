import { HOUR, type Instant, MINUTE, wireTimeOf } from '../../shared/domain/time/instant.ts';

/** Each tells something of its own. */
export const HEADLINES = [
  'Acme opens a battery plant in Lyon',
  'Regulator fines Acme over late invoices',
  'Globex and Acme settle their patent dispute',
  'Strike halts two Acme warehouses near Leeds',
  'Acme names Jane Doe head of research',
  'Farmers protest against an Acme reservoir',
  'Acme recalls forty thousand kettles',
  'Court hears former Acme treasurer',
  'Acme wins order for tram brakes in Porto',
  'Analysts doubt the Acme dividend',
  'Fire at an Acme paint shop injures nobody',
  'Museum shows early Acme radios',
];

export const textOf = (n: number) => `That was said on Friday by people who know the matter, number ${n}.`;

const article = (
  n: number,
  title: string,
  { now, ...more }: { now: Instant; content?: string; published_date?: string },
) => ({
  id: `article-${n}`,
  title,
  content: `${title}. ${textOf(n)}`,
  link: `https://outlet-${n % 3}.example/${n}`,
  domain_url: `outlet-${n % 3}.example`,
  rank: 100 + n,
  language: 'en',
  published_date: wireTimeOf(now - 30 * MINUTE - n * 20 * MINUTE),
  nlp: { sentiment: { title: 0.1, content: n === 1 ? -0.9 : 0.2 } },
  ...more,
});

/**
 * A channel sends six messages a minute, so that what more alerts cause at once depends on the time they take: the
 * watches share four channels.
 */
export const POLICY_CHANNELS = {
  outlets: { email: ['desk@acme.example'] },
  ships: { email: ['desk@acme.example'] },
  later: { email: ['desk@acme.example'], brief: 'cron(0 8 * * ? *)' },
};

const ACME = { query: { q: 'Acme' } };

/** A watch for each policy. */
export const POLICY_WATCHES = {
  many: {
    ...ACME,
    alert: { when: 'volume', count: 12, within: '6h', of: 'stories', channel: 'all' },
  },
  sudden: { ...ACME, lookback: '28d', alert: { when: 'spike', channel: 'all' } },
  still: {
    query: { q: 'Stark' },
    lookback: '7d',
    alert: { when: 'silence', for: '2d', channel: 'all' },
  },
  fresh: { ...ACME, alert: { when: 'first_seen', of: 'outlet', channel: 'outlets' } },
  angry: {
    query: { q: 'Acme', include_nlp_data: true },
    alert: { when: 'sentiment', below: -0.5, channel: 'all' },
  },
  edited: { ...ACME, alert: { when: 'change', of: ['headline'], channel: 'all' } },
  each: { query: { q: 'Umbrella' }, alert: { when: 'finding', channel: 'ships' } },
  once: { query: { q: 'Umbrella' }, alert: { when: 'story', channel: 'ships' } },
  brief: { query: { q: 'Umbrella' }, alert: { when: 'story', channel: 'later' } },
};

/** Twelve articles about Acme, one of a brand that has been silent since, and two copies of one report. */
export function articlesForPolicies(now: Instant): { id: string }[] {
  const old = article(99, 'Stark closes a branch', { now, published_date: wireTimeOf(now - 70 * HOUR) });
  const copies = [200, 201].map((n) =>
    article(n, 'Umbrella closes its pier in Ostend', {
      now,
      content: 'The company told its staff on Friday; the last ship leaves in March.',
      published_date: wireTimeOf(now - 40 * MINUTE),
    }),
  );
  return [...HEADLINES.map((title, n) => article(n, title, { now })), old, ...copies];
}
