import { OPERATORS } from '../../domain/channels/channel.ts';
import { PROTOCOLS } from '../../domain/alerts/message.ts';
import { isNewsKind, PATH_OF_KIND } from '../../domain/services/news-kinds.ts';
import { newsRequestBreaches } from '../../domain/services/news-rules.ts';
import { checkPolicy } from './alert-rules.ts';
import { checkCompanies } from './company-rules.ts';
import { memberOf } from './expectations.ts';
import type { SoundWatch } from './file-schema.ts';
import { type Checked, checkNamed, namesIn } from './names-in-file.ts';
import type { Problem } from './problem.ts';
import { checkReports } from './report-rules.ts';
import { LONGEST_NAME, NAME } from './values.ts';
import { checkJobs, checkWatchlists } from './watchlist-rules.ts';

const MOST = { watches: 500, channels: 100, brands: 500, watchlists: 50, reports: 100 } as const;

/** Rules between the parts of the file, the timetables left aside. */
export function checkRules(file: Checked): Problem[] {
  return [
    ...checkNames(file),
    ...checkAddresses(file),
    ...checkQuietHours(file),
    ...Object.entries(file.sound.watches ?? {}).flatMap(([name, watch]) => checkWatch(name, { watch, file })),
    ...checkDefaultChannel(file),
    ...checkReports(file),
    ...checkWatchlists(file.sound),
    ...checkCompanies(file),
  ];
}

function checkNames({ raw }: Checked): Problem[] {
  const problems = ['channels', 'brands', 'watchlists', 'watches', 'reports'].flatMap((section) =>
    namesIn(raw, section)
      .filter((name) => !NAME.test(name) || name.length > LONGEST_NAME)
      .map((name): Problem => {
        const what =
          name.length > LONGEST_NAME ? 'the name is too long' : 'a name cannot be written like this';
        const better = kebab(name);
        const hint = better === '' ? {} : { hint: `write ${better}` };
        return { path: [section, name], atKey: true, what, expected: NAME_FORM, ...hint };
      }),
  );
  if (!namesIn(raw, 'channels').includes(OPERATORS)) return problems;
  const reserved = `${OPERATORS} is not a name for a channel`;
  const hint = 'the operators have their own section at the top; give the channel another name';
  return [...problems, { path: ['channels', OPERATORS], atKey: true, what: reserved, hint }];
}

const NAME_FORM = `small letters, digits and single dashes, at most ${LONGEST_NAME} characters, such as acme-news`;

function kebab(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, LONGEST_NAME)
    .replace(/-$/, '');
}

/** Sections with more entries than one run of the function that applies them can take: nothing else is checked then. */
export function checkCounts(raw: unknown): Problem[] {
  return Object.entries(MOST).flatMap(([section, most]): Problem[] => {
    const count = namesIn(raw, section).length;
    if (count <= most) return [];
    const hint = 'put several into one: join queries with OR, or name several addresses on one channel';
    return [
      { path: [section], atKey: true, what: `${count} ${section}, at most ${most} are possible`, hint },
    ];
  });
}

function checkAddresses({ raw, sound }: Checked): Problem[] {
  const expected = `at least one of ${PROTOCOLS.join(', ')}`;
  const isEmpty = (entry: unknown) =>
    PROTOCOLS.every((protocol) => lengthOf(memberOf(entry, protocol)) === 0);
  const problems = Object.keys(sound.channels ?? {})
    .filter((name) => isEmpty(memberOf(memberOf(raw, 'channels'), name)))
    .map(
      (name): Problem => ({
        path: ['channels', name],
        atKey: true,
        what: 'the channel has no address',
        expected,
        hint: NOBODY,
      }),
    );
  if (sound.operators === undefined || !isEmpty(memberOf(raw, 'operators'))) return problems;
  const what = 'the operators have no address';
  return [...problems, { path: ['operators'], atKey: true, what, expected, hint: NOBODY }];
}

const NOBODY = 'add one, such as email: [press@acme.example]; otherwise nobody is told';

/** How many addresses are written, right or wrong; a text in place of a list counts as one. */
function lengthOf(value: unknown): number {
  if (value === undefined) return 0;
  return Array.isArray(value) ? value.length : 1;
}

function checkQuietHours({ sound }: Checked): Problem[] {
  return Object.entries(sound.channels ?? {})
    .filter(([, { quiet_hours: hours }]) => hours !== undefined && hours.from === hours.to)
    .map(([name]): Problem => {
      const hint = 'write two different times, or take quiet_hours out';
      return { path: ['channels', name, 'quiet_hours', 'to'], what: 'from and to are the same time', hint };
    });
}

function checkWatch(name: string, { watch, file }: { watch: SoundWatch; file: Checked }): Problem[] {
  const path = ['watches', name] as const;
  return [
    ...checkChannelOf(watch, { path, file }),
    ...checkNamed(watch.brand, { section: 'brands', path: [...path, 'brand'], file }),
    ...checkNamed(watch.watchlist, { section: 'watchlists', path: [...path, 'watchlist'], file }),
    ...checkJobs(watch, path),
    ...checkQuery(watch, path),
    ...checkPolicy(watch, path),
  ];
}

function checkChannelOf(
  watch: SoundWatch,
  { path, file }: { path: readonly string[]; file: Checked },
): Problem[] {
  const named = watch.alert?.channel;
  const at = [...path, 'alert', 'channel'];
  if (named !== undefined) return checkNamed(named, { section: 'channels', path: at, file });
  const written = at.reduce(memberOf, file.raw) ?? memberOf(memberOf(file.raw, 'defaults'), 'channel');
  if (written !== undefined) return [];
  const hint = 'add alert: { channel: NAME }, or name one for all watches in defaults';
  return [{ path: at, atKey: true, what: 'no channel is named', expected: 'the name of a channel', hint }];
}

function checkDefaultChannel(file: Checked): Problem[] {
  const named = file.sound.defaults?.channel;
  return checkNamed(named, { section: 'channels', path: ['defaults', 'channel'], file });
}

function checkQuery({ kind, query = {} }: SoundWatch, path: readonly string[]): Problem[] {
  if (kind === undefined || !isNewsKind(kind)) return [];
  // A run sets the size of its pages itself, so that no size can be too large together with the query.
  return newsRequestBreaches(PATH_OF_KIND[kind], { ...query, page_size: 1 }).map(
    ({ fields, message }): Problem => {
      const last = fields.at(-1);
      return {
        path: [...path, 'query', ...(last === undefined ? [] : [last])],
        what: message.replace(/\.$/, ''),
      };
    },
  );
}
