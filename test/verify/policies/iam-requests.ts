import { type AwsCall, nameOfCall, type Place } from './aws-call.ts';
import type { IamRequest } from './decide.ts';
import { dynamoRequests, type TableKeys } from './dynamo-requests.ts';

export interface ReplayOrder extends Place {
  /** The keys of every table of the template, by its name. */
  tables: Readonly<Record<string, TableKeys>>;
}

/**
 * The permissions that a call to AWS needs, by the Service Authorization Reference of its service.
 *
 * @throws Error for a call that is not known here: it must be added, so that none is taken for allowed.
 */
export function iamRequests(call: AwsCall, order: ReplayOrder): IamRequest[] {
  const read = READERS[call.service];
  const requests = read?.(call, order);
  if (!requests) throw new Error(`${nameOfCall(call)} is not known here. Add it to iam-requests.ts.`);
  return requests;
}

type Reader = (call: AwsCall, order: ReplayOrder) => IamRequest[] | undefined;

const one = (action: string, resource: string, context: IamRequest['context'] = {}): IamRequest[] => [
  { action, resource, context },
];

const READERS: Readonly<Record<string, Reader>> = {
  dynamodb: dynamoRequests,
  sqs(call, { account, region }) {
    if (operationOf(call) === 'ListQueues') return one('sqs:ListQueues', '*');
    const { QueueUrl = '', QueueName } = JSON.parse(call.body);
    const name = QueueName ?? QueueUrl.split('/').at(-1);
    // A batch needs the permission of the single call.
    return one(`sqs:${operationOf(call).replace(/Batch$/, '')}`, `arn:aws:sqs:${region}:${account}:${name}`);
  },
  sns(call) {
    const form = new URLSearchParams(call.body);
    const action = form.get('Action') ?? '';
    if (action === 'Publish') return one('sns:Publish', form.get('TopicArn') ?? form.get('TargetArn') ?? '*');
    if (action === 'Subscribe') {
      const context = {
        'sns:Protocol': [form.get('Protocol') ?? ''],
        'sns:Endpoint': [form.get('Endpoint') ?? ''],
      };
      return one('sns:Subscribe', form.get('TopicArn') ?? '', context);
    }
    if (ON_TOPIC.has(action)) return one(`sns:${action}`, form.get('TopicArn') ?? '');
    // IAM ties these to no resource.
    return ON_SUBSCRIPTION.has(action) ? one(`sns:${action}`, '*') : undefined;
  },
  s3({ method, url }) {
    const { pathname, searchParams } = new URL(url, 'http://host');
    const [bucket = '', ...rest] = pathname.slice(1).split('/').map(decodeURIComponent);
    const arn = `arn:aws:s3:::${bucket}`;
    const key = rest.join('/');
    if (key === '') {
      const prefix = searchParams.get('prefix');
      const isList = method === 'HEAD' || searchParams.has('list-type');
      return isList ? one('s3:ListBucket', arn, prefix === null ? {} : { 's3:prefix': [prefix] }) : undefined;
    }
    const action = S3_OBJECT[method];
    return action === undefined ? undefined : one(action, `${arn}/${key}`);
  },
  scheduler({ method, url, body }, { account, region }) {
    const { pathname, searchParams } = new URL(url, 'http://host');
    const [, kind, name] = pathname.split('/').map(decodeURIComponent);
    const within = `arn:aws:scheduler:${region}:${account}`;
    if (kind === 'schedules' && name === undefined) return one('scheduler:ListSchedules', '*');
    const action = SCHEDULE[method];
    if (kind !== 'schedules' || action === undefined) return undefined;
    const order = body === '' ? {} : JSON.parse(body);
    const group = order.GroupName ?? searchParams.get('groupName') ?? 'default';
    const requests = one(`scheduler:${action}`, `${within}:schedule/${group}/${name}`);
    if (order.Target?.RoleArn === undefined) return requests;
    // Whoever names a role for a service to take must be allowed to pass it.
    const passed = { 'iam:PassedToService': ['scheduler.amazonaws.com'] };
    return [...requests, ...one('iam:PassRole', order.Target.RoleArn, passed)];
  },
  secretsmanager(call) {
    return one(`secretsmanager:${operationOf(call)}`, JSON.parse(call.body).SecretId);
  },
  states(call) {
    const { stateMachineArn, executionArn } = JSON.parse(call.body);
    return one(`states:${operationOf(call)}`, executionArn ?? stateMachineArn);
  },
  lambda({ url }, { account, region }) {
    const [, name] = /\/functions\/([^/]+)\/invocations/.exec(url) ?? [];
    if (name === undefined) return undefined;
    const arn = decodeURIComponent(name);
    return one(
      'lambda:InvokeFunction',
      arn.startsWith('arn:') ? arn : `arn:aws:lambda:${region}:${account}:function:${arn}`,
    );
  },
};

const ON_TOPIC = new Set(['ListSubscriptionsByTopic', 'GetTopicAttributes', 'ConfirmSubscription']);
const ON_SUBSCRIPTION = new Set([
  'Unsubscribe',
  'GetSubscriptionAttributes',
  'SetSubscriptionAttributes',
  'ListSubscriptions',
  'GetSMSAttributes',
  'GetSMSSandboxAccountStatus',
  'ListPhoneNumbersOptedOut',
]);
const S3_OBJECT: Readonly<Record<string, string>> = {
  GET: 's3:GetObject',
  HEAD: 's3:GetObject',
  PUT: 's3:PutObject',
  DELETE: 's3:DeleteObject',
};
const SCHEDULE: Readonly<Record<string, string>> = {
  GET: 'GetSchedule',
  POST: 'CreateSchedule',
  PUT: 'UpdateSchedule',
  DELETE: 'DeleteSchedule',
};

function operationOf(call: AwsCall): string {
  return nameOfCall(call).split(' ')[1] ?? '';
}
