import * as z from 'zod';

/** A known property without an effect on one machine: tags, encryption, roles. */
const noEffect = z.unknown().optional();
const names = z.string().optional();
export const oneOrMore = z.union([z.array(z.string()), z.string().transform((one) => [one])]);
const keySchema = z.array(z.strictObject({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));

const routeSettings = z
  .strictObject({
    ThrottlingRateLimit: z.number().positive(),
    ThrottlingBurstLimit: z.number().int().positive(),
  })
  .transform(({ ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst }) => ({ rate, burst }));

/**
 * The properties that each type of resource may have here. An unknown one is refused: it would change what AWS does,
 * but not what this machine does.
 */
export const SCHEMAS = {
  'AWS::DynamoDB::GlobalTable': z.strictObject({
    AttributeDefinitions: z.array(
      z.strictObject({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) }),
    ),
    KeySchema: keySchema,
    GlobalSecondaryIndexes: z
      .array(
        z.strictObject({
          IndexName: z.string(),
          KeySchema: keySchema,
          Projection: z.strictObject({
            ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
            NonKeyAttributes: z.array(z.string()).optional(),
          }),
        }),
      )
      .default([]),
    BillingMode: z.literal('PAY_PER_REQUEST'),
    // Our own code checks expiry. AWS only cleans up.
    TimeToLiveSpecification: noEffect,
    SSESpecification: noEffect,
    Replicas: z
      .array(
        z.strictObject({
          Region: z.string(),
          PointInTimeRecoverySpecification: noEffect,
          DeletionProtectionEnabled: noEffect,
          ContributorInsightsSpecification: noEffect,
          GlobalSecondaryIndexes: noEffect,
          Tags: noEffect,
        }),
      )
      .length(1),
  }),
  'AWS::SQS::Queue': z.strictObject({
    VisibilityTimeout: z.number().optional(),
    MessageRetentionPeriod: z.number().optional(),
    RedrivePolicy: z
      .strictObject({ deadLetterTargetArn: z.string(), maxReceiveCount: z.number() })
      .optional(),
    SqsManagedSseEnabled: noEffect,
    KmsMasterKeyId: noEffect,
    Tags: noEffect,
  }),
  // Of these permissions this machine knows one: which topic may send.
  'AWS::SQS::QueuePolicy': z.strictObject({ Queues: z.array(z.string()), PolicyDocument: z.unknown() }),
  'AWS::SNS::Topic': z.strictObject({
    DisplayName: noEffect,
    KmsMasterKeyId: noEffect,
    // Deliveries on this machine are in its outbox.
    DeliveryStatusLogging: noEffect,
    Tags: noEffect,
  }),
  'AWS::SNS::Subscription': z.strictObject({
    TopicArn: z.string(),
    Protocol: z.string(),
    Endpoint: z.string(),
  }),
  // Of all permissions this machine knows two: who may list a bucket, and what roles may do with tables.
  'AWS::IAM::Policy': z.object({
    Roles: z.array(z.string()).default([]),
    PolicyDocument: z.object({
      Statement: z.array(
        z.object({
          Effect: z.string(),
          Action: oneOrMore,
          Resource: oneOrMore.default([]),
          Condition: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
        }),
      ),
    }),
  }),
  'AWS::S3::Bucket': z.strictObject({
    BucketEncryption: noEffect,
    PublicAccessBlockConfiguration: noEffect,
    // Objects do not expire here.
    LifecycleConfiguration: noEffect,
    Tags: noEffect,
  }),
  'AWS::SecretsManager::Secret': z.strictObject({
    Description: noEffect,
    GenerateSecretString: z
      .strictObject({
        PasswordLength: z.number().int().min(1).max(4_096).default(32),
        ExcludePunctuation: z.literal(true),
      })
      .optional(),
    Tags: noEffect,
  }),
  'AWS::Lambda::Function': z.strictObject({
    Description: noEffect,
    Code: z.strictObject({ S3Bucket: z.string(), S3Key: z.string() }),
    Handler: z.string().regex(/^[\w/-]+\.\w+$/),
    Runtime: z.string().startsWith('nodejs'),
    Timeout: z.number().default(3),
    MemorySize: z.number().default(128),
    RecursiveLoop: z.enum(['Allow', 'Terminate']).default('Terminate'),
    Environment: z.strictObject({ Variables: z.record(z.string(), z.string()) }).optional(),
    Architectures: noEffect,
    // Its statements on tables and on lists of buckets are enforced, the others have no effect here.
    Role: z.string().optional(),
    LoggingConfig: noEffect,
    TracingConfig: noEffect,
    Tags: noEffect,
  }),
  'AWS::Lambda::Version': z.strictObject({ FunctionName: z.string(), Description: noEffect }),
  'AWS::Lambda::EventSourceMapping': z.strictObject({
    FunctionName: z.string(),
    EventSourceArn: z.string(),
    BatchSize: z.number().int().min(1).max(10).default(10),
    Enabled: z.literal(true).optional(),
    FunctionResponseTypes: z.array(z.literal('ReportBatchItemFailures')).default([]),
    ScalingConfig: z.strictObject({ MaximumConcurrency: z.number().int().min(2) }).optional(),
    Tags: noEffect,
  }),
  'AWS::Lambda::EventInvokeConfig': z.strictObject({
    FunctionName: z.string(),
    Qualifier: z.literal('$LATEST'),
    MaximumRetryAttempts: z.number().int().min(0).max(2).default(2),
    MaximumEventAgeInSeconds: noEffect,
  }),
  'AWS::StepFunctions::StateMachine': z.strictObject({
    StateMachineType: z.literal('STANDARD').optional(),
    DefinitionString: z.string(),
    RoleArn: noEffect,
    LoggingConfiguration: noEffect,
    TracingConfiguration: noEffect,
    EncryptionConfiguration: noEffect,
    Tags: noEffect,
  }),
  'AWS::ApiGatewayV2::Api': z.strictObject({
    Name: names,
    Description: noEffect,
    ProtocolType: z.literal('HTTP'),
    Tags: noEffect,
  }),
  'AWS::ApiGatewayV2::Stage': z.strictObject({
    ApiId: z.string(),
    StageName: z.literal('$default'),
    AutoDeploy: z.literal(true),
    DefaultRouteSettings: routeSettings.optional(),
    RouteSettings: z.record(z.string(), routeSettings).default({}),
    // The log of the functions is enough.
    AccessLogSettings: noEffect,
    Tags: noEffect,
  }),
  'AWS::ApiGatewayV2::Integration': z.strictObject({
    ApiId: z.string(),
    IntegrationType: z.literal('AWS_PROXY'),
    IntegrationUri: z.string(),
    PayloadFormatVersion: z.literal('2.0'),
    TimeoutInMillis: z.number().int().min(50).max(30_000).default(30_000),
  }),
  'AWS::ApiGatewayV2::Route': z.strictObject({
    ApiId: z.string(),
    RouteKey: z.string(),
    Target: z.string().startsWith('integrations/'),
    AuthorizationType: z.literal('NONE').optional(),
  }),
  'AWS::Scheduler::ScheduleGroup': z.strictObject({ Name: names, Tags: noEffect }),
  'AWS::Scheduler::Schedule': z.strictObject({
    GroupName: z.string(),
    ScheduleExpression: z.string(),
    FlexibleTimeWindow: z.strictObject({ Mode: z.literal('OFF') }),
    Target: z.strictObject({
      Arn: z.string(),
      RoleArn: z.string(),
      Input: z.string().optional(),
      RetryPolicy: z
        .strictObject({
          MaximumRetryAttempts: z.number().optional(),
          MaximumEventAgeInSeconds: z.number().optional(),
        })
        .optional(),
      DeadLetterConfig: z.strictObject({ Arn: z.string() }).optional(),
    }),
  }),
} as const satisfies Record<string, z.ZodType>;

export type SchemaType = keyof typeof SCHEMAS;
export type Properties<T extends SchemaType> = z.infer<(typeof SCHEMAS)[T]>;
