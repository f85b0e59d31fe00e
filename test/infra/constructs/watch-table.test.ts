import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { FUNCTIONS } from '../../../shared/contracts/names.ts';
import { inWords, type SharedStack, stackOf } from '../synthesised.ts';

const ROOT = join(import.meta.dirname, 'storage/..', '..', '..', '..');

interface Grant {
  on: 'WatchTable' | 'WatchTable/index/work' | 'WatchTable/index/time';
  actions: string[];
  keys: string[];
}

let dev: SharedStack;
/** The statements on the table of each function's role, by the function's name. */
let grants: Record<string, Grant[]>;
beforeAll(async () => {
  dev = await stackOf('dev', { feeds: true });
  const policies = Object.values(dev.resources('AWS::IAM::Policy'));
  grants = Object.fromEntries(
    Object.values(FUNCTIONS).map((name) => {
      const role = `${name.replaceAll(/(^|-)(.)/g, (_all, _dash, letter: string) => letter.toUpperCase())}Role`;
      const statements = policies
        .filter(({ Properties }) => Properties.Roles.map(inWords).includes(role))
        .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
      return [name, statements.filter(isOnTable).map(grantOf)];
    }),
  );
});

function isOnTable({ Action }: any): boolean {
  return [Action].flat().some((action: string) => action.startsWith('dynamodb:'));
}

function grantOf({ Effect, Action, Resource, Condition, ...others }: any): Grant {
  expect([Effect, Object.keys(others), Object.keys(Condition)]).toEqual([
    'Allow',
    [],
    ['ForAllValues:StringLike'],
  ]);
  const { 'dynamodb:LeadingKeys': keys, ...more } = Condition['ForAllValues:StringLike'];
  expect(more).toEqual({});
  const actions = [Action]
    .flat()
    .map((action: string) => action.replace('dynamodb:', ''))
    .toSorted();
  return { on: inWords(Resource) as Grant['on'], actions, keys: [keys].flat() };
}

const keysOf = (name: string, { action, on = 'WatchTable' }: { action: string; on?: Grant['on'] }) =>
  (grants[name] ?? []).flatMap((grant) =>
    grant.on === on && grant.actions.includes(action) ? grant.keys : [],
  );

const COLUMNS = [
  { title: 'reads', action: 'GetItem' },
  { title: 'writes', action: 'PutItem' },
  { title: 'writes in batches', action: 'BatchWriteItem' },
  { title: 'deletes', action: 'DeleteItem' },
  { title: 'index `work`', action: 'Query', on: 'WatchTable/index/work' },
  { title: 'index `time`', action: 'Query', on: 'WatchTable/index/time' },
] as const;

describe('what functions may do with the table', () => {
  it('is what the table of the document says', async () => {
    const rows = Object.values(FUNCTIONS).map((name) => [
      `\`${name}\``,
      ...COLUMNS.map(
        (column) =>
          keysOf(name, column)
            .map((key) => `\`${key}\``)
            .join(', ') || '–',
      ),
    ]);
    const lines = [['function', ...COLUMNS.map(({ title }) => title)], COLUMNS.map(() => '---'), ...rows];
    lines[1]!.unshift('---');
    const expected = lines.map(
      (cells) => `| ${cells.map((cell) => cell.replaceAll('*', '…')).join(' | ')} |`,
    );
    const document = await readFile(join(ROOT, 'docs', 'permissions.md'), 'utf8');
    expect(document.split('\n').filter((line) => line.startsWith('|'))).toEqual(expected);
  });
});

describe('every key that the adapters write', () => {
  const isLike = (key: string, patterns: readonly string[]) =>
    patterns.some((one) => (one.endsWith('*') ? key.startsWith(one.slice(0, -1)) : key === one));
  const all = (column: Parameters<typeof keysOf>[1]) =>
    Object.keys(grants).flatMap((name) => keysOf(name, column));

  it('may be read, written and, where it is in an index, queried by some function', async () => {
    const lines = await readFile(join(ROOT, 'test', 'frozen', 'items.ndjson'), 'utf8');
    const flat: Record<string, string>[] = lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(flat.length).toBeGreaterThan(40);
    const lost = flat.flatMap(({ pk = '', workPk, timePk }) => [
      ...(isLike(pk, all({ action: 'GetItem' })) && isLike(pk, all({ action: 'PutItem' })) ? [] : [pk]),
      ...(workPk === undefined || isLike(workPk, all({ action: 'Query', on: 'WatchTable/index/work' }))
        ? []
        : [workPk]),
      ...(timePk === undefined || isLike(timePk, all({ action: 'Query', on: 'WatchTable/index/time' }))
        ? []
        : [timePk]),
    ]);
    expect(lost).toEqual([]);
  });
});
