import { expect, it } from 'vitest';
import { wireTimeOf } from '../../shared/domain/time/instant.ts';
import { corpusLines, openJourney, startOnce, watchesFile } from './start-once.ts';

// A watch for each policy, through the whole stack on one machine, and once more when a headline has changed.

const NOW = Date.parse('2026-11-20T16:10:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Each tells something of its own. */
const HEADLINES = [
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

const textOf = (n: number) => `That was said on Friday by people who know the matter, number ${n}.`;

const article = (n: number, title: string, more: object = {}) => ({
  id: `article-${n}`,
  title,
  content: `${title}. ${textOf(n)}`,
  link: `https://outlet-${n % 3}.example/${n}`,
  domain_url: `outlet-${n % 3}.example`,
  rank: 100 + n,
  language: 'en',
  published_date: wireTimeOf(NOW - 30 * MINUTE - n * 20 * MINUTE),
  nlp: { sentiment: { title: 0.1, content: n === 1 ? -0.9 : 0.2 } },
  ...more,
});

it('a watch of each policy tells what it saw, and nothing of it twice', { timeout: 120_000 }, async () => {
  const journey = await openJourney();
  try {
    const acme = () => ({ query: { q: 'Acme' }, first_run: 'tell' });
    const file = await journey.write(
      'watches.yaml',
      watchesFile({
        many: {
          ...acme(),
          alert: { when: 'volume', count: 12, within: '6h', of: 'stories', channel: 'all' },
        },
        sudden: { ...acme(), lookback: '28d', alert: { when: 'spike', channel: 'all' } },
        still: {
          query: { q: 'Initech' },
          first_run: 'tell',
          lookback: '7d',
          alert: { when: 'silence', for: '2d', channel: 'all' },
        },
        fresh: { ...acme(), alert: { when: 'first_seen', of: 'outlet', channel: 'outlets' } },
        angry: {
          query: { q: 'Acme', include_nlp_data: true },
          first_run: 'tell',
          alert: { when: 'sentiment', below: -0.5, channel: 'all' },
        },
        edited: { ...acme(), alert: { when: 'change', of: ['headline'], channel: 'all' } },
        each: { query: { q: 'Umbrella' }, alert: { when: 'finding', channel: 'ships' } },
        once: { query: { q: 'Umbrella' }, alert: { when: 'story', channel: 'ships' } },
        brief: { query: { q: 'Umbrella' }, alert: { when: 'story', channel: 'later' } },
      }).replace(
        'channels:\n',
        // A channel sends six messages a minute, so that what more alerts cause at once depends on the time they take.
        'channels:\n  outlets: { email: [desk@acme.example] }\n  ships: { email: [desk@acme.example] }\n' +
          '  later: { email: [desk@acme.example], digest: cron(0 8 * * ? *) }\n',
      ),
    );
    const old = article(99, 'Initech closes a branch', { published_date: wireTimeOf(NOW - 70 * HOUR) });
    const copies = [200, 201].map((n) => ({
      ...article(n, 'Umbrella closes its pier in Ostend'),
      content: 'The company told its staff on Friday; the last ship leaves in March.',
      published_date: wireTimeOf(NOW - 40 * MINUTE),
    }));
    const lines = [...HEADLINES.map((title, n) => article(n, title)), old, ...copies];
    const held: string[][] = [];
    const notified = async (corpus: string, now: number, more: string[] = []) => {
      const at = ['--now', new Date(now).toISOString(), '--data', journey.data, ...more];
      const { code, deliveries } = await startOnce(['--watches', file, '--corpus', corpus, ...at]);
      expect(code).toBe(0);
      held.push(deliveries.filter(({ status }) => status === 'pending').map(({ body }) => body));
      return deliveries
        .filter(({ status }) => status !== 'pending')
        .map(({ body }) => body)
        .toSorted()
        .map((body) => body.split('\n').slice(0, 3));
    };
    const first = await notified(await journey.write('corpus.ndjson', corpusLines(lines)), NOW, ['--fresh']);
    const span = (from: string) => `From ${from} to Friday 20 November 2026, 16:00 (UTC).`;
    const newOutlet = (n: number) => [
      HEADLINES[n],
      `Seen for the first time: the outlet outlet-${n % 3}.example.`,
      textOf(n),
    ];
    // Two copies: each by itself, and once as their story.
    const pier = [1, 2, 3].map(() => [
      'Umbrella closes its pier in Ostend',
      '2 outlets',
      'The company told its staff on Friday; the last ship leaves in March.',
    ]);
    expect(first).toEqual([
      [
        '12 articles in 12 stories within 6 hours; the limit is 12 stories.',
        span('Friday 20 November 2026, 10:00'),
        `- ${HEADLINES[0]} (outlet-0.example)`,
      ],
      [
        '12 articles in 12 stories within 6 hours; usual at this time of the week: nothing.',
        span('Friday 20 November 2026, 10:00'),
        `- ${HEADLINES[0]} (outlet-0.example)`,
      ],
      newOutlet(9),
      newOutlet(10),
      newOutlet(11),
      [
        'No article has come for 69 hours; the limit is 2 days.',
        span('Tuesday 17 November 2026, 18:10'),
        '- Initech closes a branch (outlet-0.example)',
      ],
      [HEADLINES[1], 'Its sentiment is -0.90, at or below the limit of -0.50.', textOf(1)],
      ...pier,
    ]);
    const edited = lines.map((line) =>
      line.id === 'article-0' ? { ...line, title: 'Acme delays its battery plant in Lyon' } : line,
    );
    const second = await notified(
      await journey.write('edited.ndjson', corpusLines(edited)),
      NOW + 20 * MINUTE,
    );
    expect(second).toEqual([
      [
        'Acme delays its battery plant in Lyon',
        'Changed: headline.',
        `headline: ${HEADLINES[0]} → Acme delays its battery plant in Lyon`,
      ],
    ]);
    // What waits for its digest leads to its receipt already, and is still held in the second run.
    const waiting = expect.stringMatching(/^Umbrella closes[^]*Why you got this: http\S+\/r\/\w{26}$/m);
    expect(held).toEqual([[waiting], [waiting]]);
  } finally {
    await journey.close();
  }
});
