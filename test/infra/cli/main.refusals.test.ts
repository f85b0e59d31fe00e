import { expect, it } from 'vitest';
import { FILE, memoryStack, openWorld } from './open-world.ts';

// What commands refuse: each says what happened and what to do, prints nothing else, and changes nothing.

const WHO = '--owner jane --reason figures';

const REFUSED: readonly (readonly [line: string, ...says: string[]])[] = [
  ['valdate', 'Unknown command "valdate".', 'did you mean bellwether validate?'],
  ['teapot', 'Unknown command "teapot".', 'bellwether --help'],
  ['plan --stge dev', 'Unknown option --stge.', 'did you mean --stage?'],
  ['plan --zzz', 'Unknown option --zzz.', 'bellwether plan --help'],
  ['plan --stage', "Option '--stage <value>' argument missing", 'bellwether plan --help'],
  ['plan acme', 'plan takes no arguments.', 'write bellwether plan [options]'],
  ['plan --findings many', 'Invalid --findings "many".', 'write a whole number from 0 to 999999'],
  ['validate --watches no.yaml', 'Cannot read no.yaml: it does not exist.', '--watches FILE'],
  ['apply --empty --watches x.yaml', 'You cannot use --empty and --watches together.', 'remove one'],
  ['run', 'run takes at least one watch.', 'bellwether run WATCH'],
  ['run acme-news acme-nws', 'Unknown watch "acme-nws" in bellwether-test.', 'did you mean acme-news?'],
  ['backfill acme-news', 'Missing option --from.', 'add --from 2026-11-01'],
  ['backfill acme-news --from soon', 'Invalid time "soon" for --from.'],
  ['backfill acme-news --from 2026-11-02 --to 2026-11-01', '--from must be before --to.'],
  ['backfill acme-news --from 2026-11-02 --to 2027-01-01', '--to is in the future.'],
  ['preview gone', 'Unknown watch "gone" in the file'],
  ['preview acme-news --to 2026-11-21', 'Missing option --from.'],
  ['preview cuts --from 2026-11-20', 'cannot be asked again'],
  ['replay', 'run bellwether replay --against watches.yaml'],
  ['replay --against watches.yaml --days 31', 'from 1 to 30'],
  ['replay --against watches.yaml --json --markdown', 'choose one'],
  ['records', 'records takes exactly one watch'],
  ['records nobody', 'Unknown watch "nobody"'],
  ['records acme-news', 'Watch acme-news is of kind search: it has findings, and no records.'],
  ['records cuts --csv --json', 'You cannot use --csv and --json together'],
  ['explain', 'takes exactly one address or alert'],
  ['explain news.example/1', 'Invalid address or alert id "news.example/1"'],
  ['explain ZyXwVuTsRqPoNmLkJiHg', 'Alert ZyXwVuTsRqPoNmLkJiHg not found in'],
  ['explain https://news.example/1 --watch acme-new', 'did you mean acme-news'],
  ['export', 'Missing option --to.'],
  ['export --to out --watch acme-new', 'did you mean acme-news?'],
  ['export --to out --brand initech', 'known brands: globex'],
  ['export --to out --watch other --brand globex', 'You cannot use --watch and --brand together.'],
  ['export --to out --format xml', 'write ndjson or csv'],
  ['export --to out --from 2026-11-02 --until 2026-11-01', '--from must be before --until.'],
  ['export --to watches.yaml', 'EEXIST'],
  ['report acme', 'Unknown report "acme'],
  ['drill --channel press-tem', 'did you mean press-team?'],
  [`silence acme-news --for 1h ${WHO}`, 'Invalid matcher "acme-news"', 'watch=acme-news'],
  [`silence wacth=a --for 1h ${WHO}`, 'Invalid matcher "wacth=a"', 'did you mean watch=…?'],
  [`silence severity=high --for 1h ${WHO}`, 'Invalid severity "high"', 'info, warning, critical'],
  [`silence watch=acme-nws --for 1h ${WHO}`, 'Unknown watch "acme-nws"', 'did you mean acme-news?'],
  [`silence brand=nobody --for 1h ${WHO}`, 'Unknown brand "nobody"', 'known brands: globex'],
  [`silence watch=a ${WHO}`, 'A silence needs one end.', '--for 8h'],
  [`silence watch=a --for 1h --until 2026-12-01 ${WHO}`, 'A silence needs one end.', 'either'],
  [`silence watch=a --for ever ${WHO}`, 'Invalid duration "ever" for --for.', '90m, 8h or 7d'],
  [`silence watch=a --until 2026-11-20 ${WHO}`, 'The end is in the past', 'UTC'],
  [`silence watch=a --for 400d ${WHO}`, 'at most 366 days', 'exclude it'],
  ['forget', 'forget takes a kind and a name.'],
  ['forget story x', 'watch, brand, address'],
  ['forget watch "Not A Name"', 'Invalid name of a watch "Not A Name".'],
  ['forget brand a/b', 'Invalid name of a brand "a/b".'],
  ['forget address jane', 'Invalid address "jane".'],
  [
    'forget watch acme-news --yes',
    'Still applied in bellwether-test: watch acme-news. Nothing was changed.',
    'remove it from watches.yaml and run bellwether apply',
  ],
  ['forget brand globex --yes', 'Still applied in bellwether-test: watch other.'],
  [
    'forget address press@acme.example --yes',
    'Channels of bellwether-test still name this address: press-team.',
  ],
  ['init', 'init takes exactly one name.', 'bellwether init "MY COMPANY"'],
  ['init Acme', 'init needs an answer: E-mail addresses for alerts', 'add --email LIST'],
  ['init ~ --email a@b.example', 'The quotes contain no word', '--names'],
  ['init Acme --email nobody', 'An answer cannot be used.', '--email'],
  ['key create x --brands acme', 'There is no watch of one of these brands'],
  ['key create', 'name: Too small'],
  ['key revoke AAAAAAAAAA', 'There is no such key'],
  ['key make', 'Unknown word "make"'],
  ['sessions Zoe --end', 'no such session'],
  ['share --revoke 0123456789', 'shares no feed'],
  ['share press', 'share channel press-team'],
  ['share watch acme-new', 'did you mean acme-news'],
  ['share brand', 'Unknown brand'],
];

it.each(REFUSED)('bellwether %s', async (line, ...says) => {
  const { stack, store, queue } = memoryStack();
  const { call, write } = openWorld({ stack });
  write(`brands: { globex: { names: [Globex] } }
${FILE}  other: { kind: search, query: { q: Globex }, brand: globex, alert: { channel: press-team } }
  cuts: { kind: extraction, query: { query: Layoffs }, alert: { channel: press-team } }
`);
  await call('apply');
  const before = JSON.stringify([store.table.items(), queue.sent]);
  const { code, out, err } = await call(
    ...(line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', '')),
  );
  expect({ code, out }).toEqual({ code: 1, out: '' });
  for (const text of says) expect(err).toContain(text);
  expect(JSON.stringify([store.table.items(), queue.sent])).toBe(before);
});
