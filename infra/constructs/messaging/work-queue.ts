import { Duration, Validations } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct, type IConstruct } from 'constructs';
import { ENV } from '../../../shared/contracts/names.ts';
import { isPolled, type Service } from '../../../shared/domain/lib/errors.ts';
import type { FunctionName, Stage } from '../../stages/read-stage.ts';
import { ALARM_PERIOD, type Alarms } from '../alarms/alarms.ts';
import { customerKeyOf } from '../customer-key.ts';
import { FUNCTION_SETTINGS } from '../function-settings.ts';
import type { ServiceFunction } from '../service-function.ts';

interface WorkQueueProps {
  name: string;
  stage: Stage;
  alarms: Alarms;
  /** The function that the queue feeds. */
  feeds: FunctionName;
  /** The variable in which senders find the URL of the queue. */
  variable: string;
  /** What users lose when messages were given up, and when they wait for more than an hour. */
  impact: { givenUp: string; waiting: string };
  /** How many messages a call takes, 1 unless it is said, and how many calls run at once. */
  batch?: number;
  calls: number;
  /** Whether a lean stage has the alarm on its dead letters. Default true. */
  lean?: boolean;
}

/**
 * After this many receives a message goes to the dead letters: five failed calls, or an outage of at least half an
 * hour.
 */
const RECEIVES = 5;

/** A queue with its dead letters, an alarm on each, and one function that it feeds. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly #source: { batchSize: number; maxConcurrency: number };
  readonly #variable: string;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    const { name, stage, alarms, feeds, variable, impact, batch = 1, calls, lean = true } = props;
    this.#source = { batchSize: batch, maxConcurrency: calls };
    this.#variable = variable;
    this.deadLetters = new DeadLetters(this, 'DeadLetters', {
      name,
      impact: impact.givenUp,
      stage,
      alarms,
      lean,
    });
    this.queue = new Queue(this, 'Queue', {
      ...queueEncryption(this, stage),
      enforceSSL: true,
      // AWS asks for six times the function's time limit, so that a throttled batch is not received twice.
      visibilityTimeout: Duration.seconds(6 * FUNCTION_SETTINGS[feeds].timeout.toSeconds()),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: RECEIVES },
    });
    alarms.add({
      name: `${name}-age`,
      impact: impact.waiting,
      metric: this.queue.metricApproximateAgeOfOldestMessage({ period: ALARM_PERIOD, statistic: 'Maximum' }),
      threshold: Duration.hours(1).toSeconds(),
      periods: 2,
      lean: false,
    });
  }

  /** Lets a function receive the messages of the queue. */
  feed(fn: ServiceFunction): void {
    fn.addEventSource(new SqsEventSource(this.queue, { ...this.#source, reportBatchItemFailures: true }));
  }

  /** Lets a function send messages to the queue. */
  grantSend(fn: ServiceFunction): void {
    fn.addEnvironment(this.#variable, this.queue.queueUrl);
    fn.allow(['sqs:SendMessage'], [this.queue.queueArn]);
  }
}

interface DeadLettersProps {
  /** The alarm is `<name>-dead-letters`. */
  name: string;
  impact: string;
  stage: Stage;
  alarms: Alarms;
  /** Whether a lean stage has the alarm. Default true. */
  lean?: boolean;
}

/**
 * A queue for messages that could not be processed. SQS keeps them as long as it can. One message sets off the alarm.
 */
export class DeadLetters extends Queue {
  constructor(scope: Construct, id: string, { name, impact, stage, alarms, lean = true }: DeadLettersProps) {
    super(scope, id, {
      ...queueEncryption(scope, stage),
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason:
        'This queue is itself a dead-letter queue. The scheduler or a subscription names it as one, which the check does not see.',
    });
    alarms.add({
      name: `${name}-dead-letters`,
      impact,
      metric: this.metricApproximateNumberOfMessagesVisible({ period: ALARM_PERIOD, statistic: 'Maximum' }),
      lean,
    });
  }
}

/** Encrypts a queue with the key of the customer, or else with a key of SQS, which costs nothing. */
function queueEncryption(
  scope: IConstruct,
  stage: Pick<Stage, 'customerKey'>,
): Pick<QueueProps, 'encryption' | 'encryptionMasterKey'> {
  const key = customerKeyOf(scope, stage);
  if (!key) return { encryption: QueueEncryption.SQS_MANAGED };
  return { encryption: QueueEncryption.KMS, encryptionMasterKey: key };
}

/** Runs over what pollers stored call no one, so no plan limits them. Two is the least that AWS allows. */
const POLLED_RUNS = 2;

/**
 * The queue of the runs of one service. Orders wait here until one of the few calls at once that the plan allows is
 * free.
 */
export class RunQueue extends WorkQueue {
  readonly service: Service;

  constructor(
    scope: Construct,
    id: string,
    { service, stage, alarms }: { service: Service; stage: Stage; alarms: Alarms },
  ) {
    super(scope, id, {
      name: `runs-${service}`,
      stage,
      alarms,
      feeds: 'run-watch',
      variable: ENV.runsQueue[service],
      impact: {
        givenUp: `Runs of ${service} watches failed at every try. Their windows stay open until a later run.`,
        waiting: `Runs of ${service} watches wait for more than an hour. Alerts are late by as much.`,
      },
      calls: isPolled(service) ? POLLED_RUNS : stage.concurrency[service],
    });
    this.service = service;
  }
}

/** The queue of orders to decide what waits in a space. What an order leaves waiting, `reconcile` orders again. */
export function decideQueue(
  scope: Construct,
  id: string,
  { stage, alarms }: { stage: Stage; alarms: Alarms },
): WorkQueue {
  return new WorkQueue(scope, id, {
    name: 'decide',
    stage,
    alarms,
    feeds: 'decide-findings',
    variable: ENV.decideQueue,
    impact: {
      givenUp: 'Orders to decide what was found failed at every try. There are no alerts on it yet.',
      waiting: 'What was found waits for more than an hour to be decided. Alerts are late by as much.',
    },
    calls: stage.concurrency.decide,
  });
}
