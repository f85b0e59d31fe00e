import * as z from 'zod';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SNSClient } from '@aws-sdk/client-sns';
import { GetQueueAttributesCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { CliFailure } from '../failure.ts';
import { apiOf } from './call-api.ts';
import { smokeTools } from '../smoke/smoke-tools.ts';
import { type FoundStack, outputOf } from './find-stack.ts';
import { openServices } from './service-access.ts';
import type { Stack } from './stack.ts';
import type { OutputName } from '../../stack-outputs.ts';
import { boundedRequests } from '../../../shared/aws/bounded-requests.ts';
import { dynamoTable } from '../../../shared/aws/dynamo/dynamo-table.ts';
import { namedSecrets, secretPageLinks } from '../../../shared/aws/secrets.ts';
import { readSmsAccount } from '../../../shared/aws/sns-sms.ts';
import { snsSubscriptions } from '../../../shared/aws/sns-subscriptions.ts';
import { sqsDrillQueue, sqsRunQueue } from '../../../shared/aws/sqs-queues.ts';
import { ENV } from '../../../shared/contracts/names.ts';
import { parseJson, tryParse } from '../../../shared/contracts/parse-as.ts';
import { loadedOnce } from '../../../shared/domain/lib/in-parallel.ts';
import type { ApplyOutcome } from '../../../shared/domain/runs/outcome.ts';
import { type Instant, MINUTE, SECOND } from '../../../shared/domain/time/instant.ts';
import type { UpstreamOutcome } from '../../../shared/domain/upstream/upstream-resource.ts';
import { silenceSchema } from '../../../shared/store/channels/sending.ts';
import { feedSchema } from '../../../shared/store/shared-feeds.ts';
import { openStore } from '../../../shared/store/open-store.ts';
import type { Clock } from '../../../shared/use-cases/ports/clock.ts';

/** A function is called until it answers: the one that writes reports may take 15 minutes. */
const INVOKE = { connect: 3 * SECOND, answer: 16 * MINUTE };

/** Connects to a stack that was found. It sends no request yet. What few commands need is loaded when they need it. */
export function connectStack(found: FoundStack, clock: Clock): Stack {
  const { outputs } = found;
  const settings = clientSettings(found);
  const topic = new SNSClient(settings('SNS'));
  const queues = new SQSClient(settings('SQS'));
  const dynamo = new DynamoDBClient(settings('DYNAMODB'));
  const store = openStore(dynamoTable(dynamo, outputOf(found, 'TableName')));
  const secrets = new SecretsManagerClient(settings('SECRETS_MANAGER'));
  const subscriptions = snsSubscriptions(topic, outputOf(found, 'TopicArn'));
  const lambda = loadedOnce(async () => {
    const { LambdaClient } = await import('@aws-sdk/client-lambda');
    return new LambdaClient({ ...settings('LAMBDA'), ...boundedRequests(INVOKE) });
  });
  const scheduler = loadedOnce(async () => {
    const { SchedulerClient: Client } = await import('@aws-sdk/client-scheduler');
    return new Client(settings('SCHEDULER'));
  });
  const invoke = async (output: OutputName, payload: object) => {
    const { InvokeCommand } = await import('@aws-sdk/client-lambda');
    const client = await lambda();
    return client.send(
      new InvokeCommand({ FunctionName: outputOf(found, output), Payload: JSON.stringify(payload) }),
    );
  };
  const deliver = async <S extends z.ZodType>(payload: object, schema: S) =>
    readAnswer(await invoke('DeliverAlertsFunction', payload), { schema, does: 'delivers alerts' });
  const pageLinks = secretPageLinks(secrets, {
    keySecret: outputOf(found, 'LinkKeySecret'),
    base: outputOf(found, 'PagesUrl'),
    clock,
  });
  const serviceName = found.isLocal ? 'bellwether' : found.name;
  return {
    name: found.name,
    now: () => clock.now(),
    ...store,
    subscriptions,
    queue: sqsRunQueue(queues, {
      news: outputOf(found, 'RunsNewsQueueUrl'),
      events: outputOf(found, 'RunsEventsQueueUrl'),
      extraction: outputOf(found, 'RunsExtractionQueueUrl'),
      ...(outputs.RunsFeedsQueueUrl !== undefined && { feeds: outputs.RunsFeedsQueueUrl }),
      ...(outputs.RunsWorldQueueUrl !== undefined && { world: outputs.RunsWorldQueueUrl }),
    }),
    drill: (order) => sqsDrillQueue(queues, () => anyRunsQueue(found)).order(order),
    polls: {
      feeds: outputs.PollFeedsFunction !== undefined,
      world: outputs.PollWorldFunction !== undefined,
    },
    apply: async (desired, edits) =>
      readAnswer(await invoke('ApplyWatchesFunction', { desired, edits }), {
        schema: applyAnswer,
        does: 'applies watches',
      }),
    reconcileUpstream: async () => {
      const answer = await invoke('ReconcileFunction', {});
      return readAnswer(answer, { schema: upstreamAnswer, does: 'reconciles' }).upstream;
    },
    redrive: async (which) => (await deliver({ redrive: which }, redriveAnswer)).redriven,
    silence: async (order) => (await deliver({ silence: order }, silenceAnswer)).silence,
    expireSilence: async (id) => (await deliver({ expire: id }, expireAnswer)).expired,
    shareFeed: async (order) => (await deliver({ share: order }, z.object({ feed: feedSchema }))).feed,
    revokeFeed: async (id) => (await deliver({ revoke: id }, z.object({ feed: feedSchema.optional() }))).feed,
    schedule: scheduleReader(scheduler, outputOf(found, 'ScheduleGroup')),
    ...openServices(found, { client: secrets, clock, shelf: store }),
    writeReport: async (order) =>
      readAnswer(await invoke('WriteReportFunction', order), {
        schema: reportAnswer,
        does: 'writes reports',
      }),
    download,
    callApi: apiOf(pageLinks, () => clock.now()),
    pageLinks,
    secretOf: namedSecrets(secrets, { stack: serviceName, clock }),
    models: async (name) => {
      const { openModels } = await import('../../../functions/open-models.ts');
      const { accessKeyId, secretAccessKey, sessionToken } = await dynamo.config.credentials();
      const environment = {
        ...found.models,
        [ENV.service]: serviceName,
        AWS_REGION: await dynamo.config.region(),
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
        AWS_SESSION_TOKEN: sessionToken,
      };
      return openModels(environment, { secrets, clock })(name);
    },
    forgetting: async () => {
      const { openForgetting } = await import('../forget/open-forgetting.ts');
      return openForgetting({
        dynamo: settings('DYNAMODB'),
        table: outputOf(found, 'TableName'),
        s3: settings('S3'),
        bucket: outputOf(found, 'BucketName'),
        scheduler: await scheduler(),
        group: outputOf(found, 'ScheduleGroup'),
        subscriptions,
        pageLinks,
        clock,
      });
    },
    deadOrders: () =>
      countMessages(
        queues,
        DEAD_LETTERS.map((output) => outputs[output]),
      ),
    undelivered: () => countMessages(queues, found.isLocal ? [] : [outputs.SubscriberDeadLettersUrl]),
    undeliveredDrill: async (id) => {
      const queueUrl = outputs.SubscriberDeadLettersUrl;
      return queueUrl === undefined ? [] : undeliveredDrill(id, { sqs: queues, queueUrl });
    },
    smoke: smokeTools({
      sqs: queues,
      dynamo,
      topicArn: outputOf(found, 'TopicArn'),
      table: outputOf(found, 'TableName'),
    }),
    mail: async (senders) => {
      if (found.isLocal) return undefined;
      // Few stacks send by SES, and each command would load its client.
      const { SESv2Client } = await import('@aws-sdk/client-sesv2');
      const { readMailAccount } = await import('../../../shared/aws/read-mail-account.ts');
      return readMailAccount(new SESv2Client(settings('SESV2')), senders);
    },
    sms: async () => (found.isLocal ? undefined : readSmsAccount(topic)),
  };
}

/** The queue of runs of a service that the stack uses: one function serves all of them. */
function anyRunsQueue(found: FoundStack): string {
  const { RunsNewsQueueUrl, RunsEventsQueueUrl, RunsFeedsQueueUrl, RunsWorldQueueUrl } = found.outputs;
  return (
    RunsNewsQueueUrl ??
    RunsEventsQueueUrl ??
    RunsFeedsQueueUrl ??
    RunsWorldQueueUrl ??
    outputOf(found, 'RunsExtractionQueueUrl')
  );
}

/** Engines on this machine accept the credentials of their stack only. In AWS the SDK finds its own. */
function clientSettings({ region, endpoints, credentials }: FoundStack) {
  return (service: string) => {
    const endpoint = endpoints[service];
    return {
      ...boundedRequests(),
      ...(region !== undefined && { region }),
      ...(endpoint !== undefined && { endpoint, maxAttempts: 1 }),
      ...(credentials && { credentials }),
    };
  };
}

function scheduleReader(scheduler: () => Promise<SchedulerClient>, group: string) {
  return async (watchId: string): Promise<{ start: Instant | undefined } | undefined> => {
    const { GetScheduleCommand, ResourceNotFoundException } = await import('@aws-sdk/client-scheduler');
    const client = await scheduler();
    try {
      const { StartDate } = await client.send(new GetScheduleCommand({ GroupName: group, Name: watchId }));
      return { start: StartDate?.getTime() };
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  };
}

/** The dead letters of runs, of decisions and of webhook payloads. */
const DEAD_LETTERS: readonly OutputName[] = [
  'RunsNewsDeadLettersUrl',
  'RunsEventsDeadLettersUrl',
  'RunsExtractionDeadLettersUrl',
  'RunsFeedsDeadLettersUrl',
  'RunsWorldDeadLettersUrl',
  'DecideDeadLettersUrl',
  'DeliveriesDeadLettersUrl',
];

async function countMessages(client: SQSClient, urls: readonly (string | undefined)[]): Promise<number> {
  let count = 0;
  for (const QueueUrl of urls) {
    if (QueueUrl === undefined) continue;
    const AttributeNames = ['ApproximateNumberOfMessages' as const];
    const answer = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
    count += Number(answer.Attributes?.['ApproximateNumberOfMessages'] ?? 0);
  }
  return count;
}

/** In milliseconds: a report has at most a few megabytes. */
const PATIENCE = 30 * SECOND;

/** Reads a file from the pages of a stack. */
export async function download(address: string): Promise<Uint8Array> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE), redirect: 'manual' });
  if (!answer.ok)
    throw new CliFailure(`The pages answered ${answer.status} instead of the file.`, {
      hint: 'run bellwether doctor: it checks the pages',
    });
  return new Uint8Array(await answer.arrayBuffer());
}

/** The envelope of SNS. `UnsubscribeURL` ends with the ARN of the subscription. */
const envelope = z.object({ Message: z.string(), UnsubscribeURL: z.string() });

/** Messages that are read, ten at a time. */
const MOST_READS = 20;
/** Seconds for which others do not see them: each is read once. */
const HIDDEN = 20;

/**
 * The ARNs of the subscriptions to which SNS could not deliver a drill, from the queue in which it keeps what it gives
 * up. The messages stay there. `unknown`: the queue may not be read.
 */
export async function undeliveredDrill(
  id: string,
  { sqs, queueUrl }: { sqs: SQSClient; queueUrl: string },
): Promise<string[] | 'unknown'> {
  const arns = new Set<string>();
  try {
    for (let reads = 0; reads < MOST_READS; reads += 1) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: queueUrl,
          MaxNumberOfMessages: 10,
          VisibilityTimeout: HIDDEN,
          WaitTimeSeconds: 0,
        }),
      );
      if (Messages.length === 0) break;
      for (const { Body = '' } of Messages) {
        const read = tryParse(envelope, parseJson(Body));
        const arn = read.data && new URL(read.data.UnsubscribeURL).searchParams.get('SubscriptionArn');
        if (arn && read.data.Message.includes(id)) arns.add(arn);
      }
    }
  } catch (error) {
    if (error instanceof Error && /AccessDenied/.test(error.name)) return 'unknown';
    throw error;
  }
  return [...arns];
}

const changes = z.object({
  added: z.array(z.string()),
  changed: z.array(z.string()),
  removed: z.array(z.string()),
});

/** The answer of the function that applies watches. */
const applyAnswer = z.object({
  status: z.enum(['applied', 'busy']),
  watches: changes,
  channels: changes,
  schedules: changes,
  reports: changes,
  watchlists: changes,
  feeds: changes,
  subscriptions: changes,
  dropped: z.number(),
  edits: z
    .object({
      kept: z.array(z.string()),
      overruled: z.array(z.string()),
      dropped: z.array(z.string()),
      inFile: z.array(z.string()),
    })
    .optional(),
}) satisfies z.ZodType<ApplyOutcome>;

const errorSchema = z.object({ errorMessage: z.string() });

/** The part of the answer of the function that reconciles which is about the extraction service. */
export const upstreamAnswer = z.object({
  upstream: z
    .object({
      steps: z.array(z.string()),
      waiting: z.array(z.string()),
      healed: z.array(z.object({ watchId: z.string(), runs: z.number(), found: z.number() })),
      kept: z.array(z.string()),
    })
    .default({ steps: [], waiting: [], healed: [], kept: [] }),
}) satisfies z.ZodType<{ upstream: UpstreamOutcome }>;

/** The part of the answer of the function that delivers which is about a redrive. */
const redriveAnswer = z.object({ redriven: z.array(z.string()) });

/** The answer of the function that writes reports. */
export const reportAnswer = z.union([
  z
    .object({
      status: z.literal('written'),
      record: z.object({ id: z.string(), headline: z.string() }),
    })
    .transform(({ status, record: { id: recordId, headline } }) => ({ status, recordId, headline })),
  z.object({ status: z.literal('folding'), rolledUp: z.number(), left: z.number() }),
]);

/** Its answers when a silence begins, and when one ends. */
const silenceAnswer = z.object({ silence: silenceSchema.optional() });
const expireAnswer = z.object({ expired: silenceSchema.optional() });

/**
 * Reads the answer of a function. `does` names the function in messages: `applies watches`.
 *
 * @throws CliFailure when the function failed.
 */
function readAnswer<S extends z.ZodType>(
  answer: { Payload?: Uint8Array | undefined; FunctionError?: string | undefined },
  { schema, does }: { schema: S; does: string },
): z.output<S> {
  const content = parseJson(new TextDecoder().decode(answer.Payload));
  const outcome = schema.safeParse(content);
  if (answer.FunctionError === undefined && outcome.success) return outcome.data;
  const error = errorSchema.safeParse(content);
  throw new CliFailure(
    `The function that ${does} has failed: ${error.success ? error.data.errorMessage : 'its answer cannot be read'}.`,
    { hint: 'what was done is kept; try again, and read the log of the function if it fails again' },
  );
}
