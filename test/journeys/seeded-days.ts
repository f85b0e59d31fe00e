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
