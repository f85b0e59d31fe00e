import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { parseJson } from '../../../../shared/contracts/parse-as.ts';
import { SECOND } from '../../../../shared/domain/time/instant.ts';
import { ACCOUNT, arnOf } from '../local-account.ts';
import { machineSchema } from '../workflow/definition.ts';
import { type LocalStack, readPolicy } from './local-stack.ts';
import { type Properties, SCHEMAS, type SchemaType } from './resource-schemas.ts';
import { TemplateError } from './intrinsics.ts';

/** One resource of the template, with its names. */
interface ResourceOrder {
  type: string;
  identity: Identity;
  name: string;
  /** The folder with the assets. */
  assets: string;
  /** Throws when a property cannot be resolved. */
  resolveProperties(): unknown;
}

/**
 * Adds what a resource needs to the stack. A type without a local meaning adds nothing.
 *
 * @throws TemplateError or ZodError for properties that cannot be run here.
 */
export function addResource(stack: LocalStack, order: ResourceOrder): void {
  const { type, identity, ...names } = order;
  if (!isMeant(type)) return;
  const arn = identity.attributes['Arn'] ?? identity.ref;
  addAs(type, parse(type, order.resolveProperties()), { stack, ref: identity.ref, arn, ...names });
}

interface AddOrder {
  stack: LocalStack;
  ref: string;
  arn: string;
  name: string;
  assets: string;
}

function isMeant(type: string): type is SchemaType {
  return Object.hasOwn(SCHEMAS, type);
}

function addAs<T extends SchemaType>(type: T, properties: Properties<T>, order: AddOrder): void {
  ADD[type](properties, order);
}

const ADD: { readonly [T in SchemaType]: (properties: Properties<T>, order: AddOrder) => void } = {
  'AWS::DynamoDB::GlobalTable': (table, { stack, name }) => {
    stack.tables.push({
      name,
      attributes: table.AttributeDefinitions,
      keys: table.KeySchema,
      indexes: table.GlobalSecondaryIndexes,
    });
  },
  'AWS::SQS::Queue': (queue, { stack, name, arn }) => {
    stack.queues.push({ name, arn, attributes: queueAttributes(queue) });
  },
  'AWS::SQS::QueuePolicy': ({ Queues, PolicyDocument }, { stack }) => {
    for (const url of Queues)
      stack.queuePolicies.set(url.split('/').at(-1) ?? url, JSON.stringify(PolicyDocument));
  },
  'AWS::SNS::Topic': (_topic, { stack, ref }) => {
    stack.topics.push(ref);
  },
  'AWS::SNS::Subscription': (subscription, { stack }) => {
    stack.subscriptions.push(subscription);
  },
  'AWS::S3::Bucket': (_bucket, { stack, ref }) => {
    stack.buckets.push(ref);
  },
  'AWS::IAM::Policy': (policy, { stack }) => {
    stack.policies.push(readPolicy(policy));
  },
  'AWS::SecretsManager::Secret': ({ GenerateSecretString }, { stack, name, ref }) => {
    const generated = GenerateSecretString && { generated: GenerateSecretString.PasswordLength };
    stack.secrets.push({ name, arn: ref, ...generated });
  },
  'AWS::Lambda::Function': (properties, { stack, name, arn, assets }) => {
    const [file = '', exported = ''] = properties.Handler.split('.');
    const asset = `asset.${properties.Code.S3Key.replace(/\.zip$/, '')}`;
    stack.functions.push({
      name,
      arn,
      module: join(assets, asset, `${file}.mjs`),
      export: exported,
      role: properties.Role,
      timeout: properties.Timeout * SECOND,
      loadTimeout: LOAD_TIMEOUT,
      memory: properties.MemorySize,
      environment: properties.Environment?.Variables ?? {},
      retries: 2,
      ...(properties.RecursiveLoop === 'Allow' && { mayLoop: true }),
    });
  },
  'AWS::Lambda::Version': () => undefined,
  'AWS::Lambda::EventSourceMapping': (mapping, { stack }) => {
    const concurrency = mapping.ScalingConfig?.MaximumConcurrency;
    if (concurrency === undefined) {
      throw new TemplateError([
        'ScalingConfig.MaximumConcurrency is missing: this machine does not scale by itself',
      ]);
    }
    stack.eventSources.push({
      queueArn: mapping.EventSourceArn,
      functionName: mapping.FunctionName,
      batchSize: mapping.BatchSize,
      concurrency,
      partialFailures: mapping.FunctionResponseTypes.length > 0,
    });
  },
  'AWS::Lambda::EventInvokeConfig': ({ FunctionName, MaximumRetryAttempts }, { stack }) => {
    const target = stack.functions.find(({ name }) => name === FunctionName);
    if (!target)
      throw new TemplateError([`the function ${FunctionName} must come before it in the template`]);
    target.retries = MaximumRetryAttempts;
  },
  'AWS::StepFunctions::StateMachine': ({ DefinitionString }, { stack, name, arn }) => {
    const definition = machineSchema.parse(parseJson(DefinitionString));
    stack.stateMachines.push({ name, arn, definition });
  },
  'AWS::ApiGatewayV2::Api': () => undefined,
  'AWS::ApiGatewayV2::Stage': ({ DefaultRouteSettings: others, RouteSettings }, { stack }) => {
    stack.httpThrottles = { routes: new Map(Object.entries(RouteSettings)), ...(others && { others }) };
  },
  'AWS::ApiGatewayV2::Integration': ({ IntegrationUri, TimeoutInMillis }, { stack, ref }) => {
    stack.httpIntegrations.push({ id: ref, functionArn: IntegrationUri, timeout: TimeoutInMillis });
  },
  'AWS::ApiGatewayV2::Route': ({ RouteKey, Target }, { stack }) => {
    stack.httpRoutes.push({ key: RouteKey, integrationId: Target.replace('integrations/', '') });
  },
  'AWS::Scheduler::ScheduleGroup': (_group, { stack, name }) => {
    stack.scheduleGroups.push(name);
  },
  'AWS::Scheduler::Schedule': (schedule, { stack, name }) => {
    stack.schedules.push({ ...schedule, Name: name });
  },
};

function parse<T extends SchemaType>(type: T, properties: unknown): Properties<T>;
function parse(type: SchemaType, properties: unknown): unknown {
  return SCHEMAS[type].parse(properties);
}

/** Lambda gives a function 10 s to load before its first call. */
const LOAD_TIMEOUT = 10 * SECOND;

function queueAttributes(queue: Properties<'AWS::SQS::Queue'>): Record<string, string> {
  const { VisibilityTimeout, MessageRetentionPeriod, RedrivePolicy } = queue;
  const numbers = { VisibilityTimeout, MessageRetentionPeriod };
  const given = Object.entries(numbers).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given.map(([key, value]) => [key, String(value)])),
    ...(RedrivePolicy === undefined ? {} : { RedrivePolicy: JSON.stringify(RedrivePolicy) }),
  };
}

/** What `Ref` and `Fn::GetAtt` give for a resource. */
export interface Identity {
  ref: string;
  attributes: Readonly<Record<string, string>>;
}

interface IdentityOrder {
  /** The name that the template gives, or one made of the stack's name and the logical id. */
  name: string;
  /** Resolves a property of the resource to text. */
  property: (name: string) => string;
  /** `http://127.0.0.1:PORT/ACCOUNT` */
  queueBase: string;
  /** `http://127.0.0.1:PORT` */
  httpBase: string;
}

type Identify = (order: IdentityOrder) => Identity;

const named = (service: string, prefix = ''): Identify => {
  return ({ name }) => ({ ref: name, attributes: { Arn: arnOf(service, `${prefix}${name}`) } });
};
const byName: Identify = ({ name }) => ({ ref: name, attributes: {} });

/** Every type of resource that the template may hold. Types with a local meaning also have a schema. */
export const IDENTITIES: Readonly<Record<string, Identify>> = {
  'AWS::DynamoDB::GlobalTable': named('dynamodb', 'table/'),
  'AWS::SQS::Queue': ({ name, queueBase }) => {
    const url = `${queueBase}/${name}`;
    return { ref: url, attributes: { Arn: arnOf('sqs', name), QueueName: name, QueueUrl: url } };
  },
  'AWS::SNS::Topic': ({ name }) => {
    const arn = arnOf('sns', name);
    return { ref: arn, attributes: { TopicArn: arn, TopicName: name } };
  },
  'AWS::SNS::Subscription': ({ name }) => ({ ref: arnOf('sns', name), attributes: {} }),
  'AWS::S3::Bucket': ({ name }) => {
    const bucket = name.toLowerCase();
    return { ref: bucket, attributes: { Arn: `arn:aws:s3:::${bucket}` } };
  },
  'AWS::SecretsManager::Secret': ({ name }) => {
    // AWS adds six characters, so that a new secret differs from a deleted one of the same name.
    const arn = arnOf('secretsmanager', `secret:${name}-${digest(name, 6)}`);
    return { ref: arn, attributes: { Id: arn } };
  },
  'AWS::Lambda::Function': named('lambda', 'function:'),
  'AWS::Lambda::Version': ({ property }) => {
    const arn = `${arnOf('lambda', `function:${property('FunctionName')}`)}:1`;
    return { ref: arn, attributes: { Version: '1', FunctionArn: arn } };
  },
  'AWS::Lambda::EventSourceMapping': byName,
  'AWS::Lambda::EventInvokeConfig': byName,
  'AWS::StepFunctions::StateMachine': ({ name }) => {
    const arn = arnOf('states', `stateMachine:${name}`);
    return { ref: arn, attributes: { Arn: arn, Name: name } };
  },
  'AWS::ApiGatewayV2::Api': ({ name, httpBase }) => ({
    ref: name,
    attributes: { ApiId: name, ApiEndpoint: httpBase },
  }),
  'AWS::ApiGatewayV2::Stage': byName,
  'AWS::ApiGatewayV2::Integration': byName,
  'AWS::ApiGatewayV2::Route': byName,
  'AWS::Scheduler::ScheduleGroup': named('scheduler', 'schedule-group/'),
  'AWS::Scheduler::Schedule': named('scheduler', 'schedule/'),

  // These have no meaning on one machine: there are no costs, and nobody reads logs and alarms of AWS. Of the rights,
  // only those to list buckets, to use tables and to send from a topic to a queue are known.
  'AWS::IAM::Role': ({ name }) => ({
    ref: name,
    attributes: { Arn: `arn:aws:iam::${ACCOUNT}:role/${name}` },
  }),
  'AWS::IAM::Policy': byName,
  'AWS::Lambda::Permission': byName,
  'AWS::SQS::QueuePolicy': byName,
  'AWS::SNS::TopicPolicy': byName,
  'AWS::S3::BucketPolicy': byName,
  // The ARN of a log group ends with all its streams (CloudFormation, AWS::Logs::LogGroup, return values).
  'AWS::Logs::LogGroup': ({ name }) => ({
    ref: name,
    attributes: { Arn: arnOf('logs', `log-group:${name}:*`) },
  }),
  'AWS::CloudWatch::Alarm': named('cloudwatch', 'alarm:'),
  'AWS::CloudWatch::Dashboard': byName,
  'AWS::CDK::Metadata': byName,
  // It applies the watches at a deployment. Here each start applies those that it was given.
  'Custom::Trigger': byName,
  // It empties the bucket when the stack is destroyed. Here `--fresh` deletes the folder.
  'Custom::S3AutoDeleteObjects': byName,
};

/** The property in which a template may give a resource its name. */
export const NAME_PROPERTIES: Readonly<Record<string, string>> = {
  'AWS::Scheduler::ScheduleGroup': 'Name',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::CloudWatch::Alarm': 'AlarmName',
};

/**
 * The name of a resource that has none in the template: the same at every start, and short enough for every service.
 */
export function generatedName(stackName: string, logicalId: string): string {
  const name = `${stackName}-${logicalId}`;
  return name.length <= 60 ? name : `${name.slice(0, 49)}-${digest(name, 10)}`;
}

function digest(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
