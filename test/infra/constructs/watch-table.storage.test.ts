import { beforeAll, describe, expect, it } from 'vitest';
import { OBJECTS, TABLE } from '../../../shared/contracts/names.ts';
import { onlyOne, permissions, type SharedStack, stackOf } from '../synthesised.ts';

let stages: Record<string, SharedStack>;
beforeAll(async () => {
  const [dev, prod] = await Promise.all([stackOf('dev'), stackOf('prod')]);
  stages = { dev, prod };
});

const one = (type: string, stage = 'dev') => onlyOne(stages[stage]!, type);

describe('the table', () => {
  const table = (stage?: string) => one('AWS::DynamoDB::GlobalTable', stage);

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

  it('has no attributes but its keys, and all of them are strings', () => {
    const { AttributeDefinitions } = table().Properties;
    const named = [TABLE, TABLE.work, TABLE.time].flatMap(({ partition, sort }) => [partition, sort]);
    expect(AttributeDefinitions).toEqual(
      named.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    );
  });

  it.each([
    ['dev', false, 'Delete'],
    ['prod', true, 'Retain'],
  ])('in %s: deletion protection %s, and %s with the stack', (stage, guarded, policy) => {
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
