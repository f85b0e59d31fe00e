import { stringify } from 'yaml';
import { HOUR, type Instant, MINUTE, wireTimeOf } from '../../shared/domain/time/instant.ts';

/** The same numbers from 0 to 1 for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WHO = ['Acme', 'Globex', 'Acme and Globex'];
const DOES = [
  'opens',
  'sues',
  'recalls',
  'buys',
  'closes',
  'insures',
  'paints',
  'exports',
  'doubts',
  'fines',
];
const WHAT = [
  'a foundry',
  'its lawyers',
  'two ferries',
  'old pumps',
  'a museum',
  'a rival',
  'gas meters',
  'the port',
];
const WHERE = [
  'Lyon',
  'Ostend',
  'Lima',
  'Cairo',
  'Oslo',
  'Porto',
  'Tallinn',
  'Denver',
  'Seoul',
  'Split',
  'Turin',
];

/** Articles of stories that one to six outlets print over some hours, as lines of a corpus. */
export function seededArticles(
  seed: number,
  { from, to, stories }: { from: Instant; to: Instant; stories: number },
) {
  const random = randomOf(seed);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  let id = 0;
  const lines = Array.from({ length: stories }, () => {
    const title = `${one(WHO)} ${one(DOES)} ${one(WHAT)} in ${one(WHERE)}`;
    const text = `${title}. ${one(WHERE)} had waited for it, said ${one(WHO)}, which ${one(DOES)} ${one(WHAT)} next year.`;
    const start = from + random() * (to - from);
    return Array.from({ length: 1 + Math.floor(random() ** 2 * 6) }, () => {
      id += 1;
      const at = wireTimeOf(Math.floor((start + random() * 5 * HOUR) / MINUTE) * MINUTE);
      const outlet = Math.floor(random() * 40);
      return JSON.stringify({
        id: `article-${seed}-${id}`,
        title,
        content: text,
        link: `https://outlet-${outlet}.example/${seed}/${id}`,
        domain_url: `outlet-${outlet}.example`,
        name_source: `Outlet ${outlet}`,
        rank: 100 + outlet * 1_000,
        language: 'en',
        published_date: at.replace('T', ' '),
        parse_date: at.replace('T', ' '),
      });
    });
  });
  return lines.flat().join('\n');
}

/** A feed with the latest 25 of stories that come at any minute of a span, as it is at a time. */
export function seededFeed(
  seed: number,
  { from, to, stories }: { from: Instant; to: Instant; stories: number },
) {
  const random = randomOf(seed);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const items = Array.from({ length: stories }, (_, n) => ({
    at: Math.floor((from + random() * (to - from)) / MINUTE) * MINUTE,
    title: `${one(WHO)} ${one(DOES)} ${one(WHAT)} in ${one(WHERE)}`,
    path: `/${seed}/${n}`,
  })).toSorted((a, b) => b.at - a.at);
  return (now: Instant): string => {
    const shown = items.filter(({ at }) => at <= now).slice(0, 25);
    const entries = shown.map(
      ({ at, title, path }) =>
        `<item><title>${title}</title><link>https://feed-${seed}.example${path}</link><pubDate>${new Date(at).toUTCString()}</pubDate><description>${title}, it was said.</description></item>`,
    );
    return `<rss version="2.0"><channel><title>Feed ${seed}</title>${entries.join('')}</channel></rss>`;
  };
}

/** Watches over the news service and over feeds, on channels with Slack and Teams beside mail. */
export function watchesOfFeeds(feeds: readonly string[]): string {
  return stringify({
    defaults: { timezone: 'UTC', schedule: 'rate(1 hour)' },
    operators: { email: ['ops@acme.example'] },
    channels: {
      desk: {
        email: ['desk@acme.example'],
        slack: { webhook_secret: 'SLACK_HOOK' },
        now: 'warning',
        brief: 'cron(0 8,11 ? * * *)',
      },
      team: { teams: { webhook_secret: 'TEAMS_HOOK' } },
    },
    feeds: { outlets: { urls: feeds } },
    watches: {
      headlines: {
        kind: 'feeds',
        query: { q: 'Acme OR Globex', feeds: ['outlets'] },
        raise: [{ to: 'warning', outlets: 2 }],
        alert: { channels: ['desk', 'team'] },
      },
      ferries: {
        kind: 'feeds',
        query: { q: 'ferries OR foundry', feeds: ['outlets'] },
        schedule: 'rate(2 hours)',
        first_run: 'tell',
        severity: 'warning',
        alert: { when: 'finding', channel: 'desk' },
      },
      globex: { kind: 'search', query: { q: 'Globex' }, lookback: '12h', alert: { channel: 'team' } },
    },
  });
}

/** Watches with each way to wait and to climb: briefs, quiet hours, groups, limits, several channels, counts. */
export function seededWatches(seed: number): string {
  const random = randomOf(seed * 7 + 1);
  const some = <T>(value: T): T | undefined => (random() < 0.5 ? value : undefined);
  const search = (q: string, more: object) => ({ kind: 'search', query: { q }, ...more });
  return stringify(
    JSON.parse(
      JSON.stringify({
        defaults: { timezone: 'UTC', schedule: 'rate(1 hour)' },
        operators: { email: ['ops@acme.example'] },
        channels: {
          desk: {
            email: ['desk@acme.example'],
            sms: { to: ['+33600000000'], min_severity: 'critical' },
            sms_price: 0.07,
            now: some('critical'),
            brief: 'cron(0 8,14 ? * * *)',
            quiet_hours: some({ from: '22:00', to: '06:00', except: 'critical' }),
          },
          team: { email: ['team@acme.example'], storm_cap: some(3) },
          loud: { https: ['https://loud.example/hook'], min_severity: 'warning' },
        },
        watches: {
          acme: search('Acme', {
            lookback: '12h',
            raise: [
              { to: 'warning', outlets: 2 },
              { to: 'critical', outlets: 4 },
            ],
            alert: { channels: ['desk', 'loud'] },
          }),
          globex: search('Globex', {
            schedule: 'rate(2 hours)',
            severity: 'warning',
            lookback: '12h',
            first_run: some('tell'),
            alert: { when: 'finding', channel: 'team' },
          }),
          many: search('Acme OR Globex', {
            lookback: '1d',
            alert: { when: 'volume', count: 12, within: '6h', channel: 'desk' },
          }),
        },
      }),
    ),
  );
}

/** Watches for the real days: a person, his companies, and a sum of counts. */
export function realWatches(): string {
  const desk = { email: ['desk@acme.example'], now: 'critical', brief: 'cron(0 8,17 ? * * *)' };
  const search = (q: string, more: object) => ({ kind: 'search', query: { q, ranked_only: false }, ...more });
  return stringify({
    defaults: { timezone: 'Europe/Paris', schedule: 'rate(1 hour)' },
    operators: { email: ['ops@acme.example'] },
    channels: { desk, all: { email: ['all@acme.example'], storm_cap: 10 } },
    watches: {
      musk: search('Musk', {
        raise: [
          { to: 'warning', outlets: 3 },
          { to: 'critical', outlets: 6 },
        ],
        alert: { channel: 'desk' },
      }),
      twitter: search('Twitter AND NOT Trump', { severity: 'warning', alert: { channels: ['all', 'desk'] } }),
      many: search('Tesla', { alert: { when: 'volume', count: 8, within: '6h', channel: 'all' } }),
    },
  });
}
