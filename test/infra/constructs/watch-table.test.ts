import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { FUNCTIONS, OBJECTS, TABLE } from '../../../shared/contracts/names.ts';
import { inWords, type SharedStack, stackOf, onlyOne, permissions } from '../synthesised.ts';

const ROOT = join(import.meta.dirname, '../../..');

interface Grant {
  on: 'WatchTable' | 'WatchTable/index/work' | 'WatchTable/index/time';
  actions: string[];
  keys: string[];
}

let stages: Record<'dev' | 'prod', SharedStack>;
/** The statements on the table of each function's role, by the function's name. */
let grants: Record<string, Grant[]>;
beforeAll(async () => {
  const [dev, prod] = await Promise.all([stackOf('dev', { feeds: true }), stackOf('prod')]);
  stages = { dev, prod };
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

const one = (type: string, stage: keyof typeof stages = 'dev') => onlyOne(stages[stage], type);

describe('the table', () => {
  const table = (stage?: keyof typeof stages) => one('AWS::DynamoDB::GlobalTable', stage);

  it('is paid per request, has string keys and two indexes of keys, and lets items end', () => {
    const { BillingMode, KeySchema, GlobalSecondaryIndexes, TimeToLiveSpecification } = table().Properties;
    const keys = (schema: any[]) => schema.map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`);
    expect(BillingMode).toBe('PAY_PER_REQUEST');
    expect(keys(KeySchema)).toEqual([`${TABLE.partition} HASH`, `${TABLE.sort} RANGE`]);
    expect(
      GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }: any) => [
        IndexName,
        ...keys(KeySchema),
        Projection.ProjectionType,
      ]),
    ).toEqual([
      ['work', `${TABLE.work.partition} HASH`, `${TABLE.work.sort} RANGE`, 'KEYS_ONLY'],
      ['time', `${TABLE.time.partition} HASH`, `${TABLE.time.sort} RANGE`, 'KEYS_ONLY'],
    ]);
    expect(TimeToLiveSpecification).toEqual({ AttributeName: TABLE.expiry, Enabled: true });
  });

  it.each([
    ['dev', false, 'Delete'],
    ['prod', true, 'Retain'],
  ] as const)('in %s: deletion protection %s, and %s with the stack', (stage, guarded, policy) => {
    const { Properties, DeletionPolicy, UpdateReplacePolicy } = table(stage);
    expect(Properties.Replicas).toHaveLength(1);
    expect(Properties.Replicas[0]).toMatchObject({
      Region: { Ref: 'AWS::Region' },
      DeletionProtectionEnabled: guarded,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
    expect([DeletionPolicy, UpdateReplacePolicy]).toEqual([policy, policy]);
  });
});

describe('the bucket', () => {
  it('is private, encrypted, and forgets', () => {
    const { Properties } = one('AWS::S3::Bucket');
    expect(Properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    expect(
      Properties.BucketEncryption.ServerSideEncryptionConfiguration[0].ServerSideEncryptionByDefault
        .SSEAlgorithm,
    ).toBe('AES256');
    expect(Properties.LifecycleConfiguration.Rules).toEqual([
      ...Object.values(OBJECTS).map((Prefix) => ({ Status: 'Enabled', ExpirationInDays: 400, Prefix })),
      { Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
    ]);
  });
});

it('who may read objects may list their bucket: S3 answers 403 to others where an object is missing', () => {
  for (const of of Object.values(stages)) {
    const readers = Object.entries(permissions(of)).filter(([, may]) =>
      may.some((line) => line.startsWith('s3:GetObject on ObjectStoreBucket')),
    );
    expect(readers.map(([role]) => role).toSorted()).toEqual(['PagesRole', 'TakeDeliveryRole']);
    for (const [, may] of readers) expect(may).toContain('s3:ListBucket on ObjectStoreBucket');
  }
});
