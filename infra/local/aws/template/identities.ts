import { createHash } from 'node:crypto';
import { ACCOUNT, arnOf } from '../local-account.ts';

/** What `Ref` and `Fn::GetAtt` give for a resource. */
export interface Identity {
  ref: string;
  attributes: Readonly<Record<string, string>>;
}

export interface IdentityOrder {
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

  // These have no meaning on one machine: there are no costs, and nobody reads logs and alarms of AWS. Of the rights, only
  // those to list buckets, to use tables and to send from a topic to a queue are known.
  'AWS::IAM::Role': ({ name }) => ({
    ref: name,
    attributes: { Arn: `arn:aws:iam::${ACCOUNT}:role/${name}` },
  }),
  'AWS::IAM::Policy': byName,
  'AWS::IAM::ManagedPolicy': byName,
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
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SecretsManager::Secret': 'Name',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::StepFunctions::StateMachine': 'StateMachineName',
  'AWS::Scheduler::ScheduleGroup': 'Name',
  'AWS::Scheduler::Schedule': 'Name',
  'AWS::IAM::Role': 'RoleName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::CloudWatch::Alarm': 'AlarmName',
};

/** The name of a resource that has none in the template: the same at every start, and short enough for every service. */
export function generatedName(stackName: string, logicalId: string): string {
  const name = `${stackName}-${logicalId}`;
  return name.length <= 60 ? name : `${name.slice(0, 49)}-${digest(name, 10)}`;
}

function digest(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
