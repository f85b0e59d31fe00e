import { Duration } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ALARM_PERIOD, type Alarms } from './alarms.ts';
import { DeadLetters } from './dead-letters.ts';
import type { ServiceFunction } from './service-function.ts';

export interface WorkQueueProps {
  name: string;
  alarms: Alarms;
  /** Time limit of the function that answers the queue. */
  timeout: Duration;
  /** What it means that messages were given up, and that they wait for more than an hour. */
  impact: { givenUp: string; waiting: string };
  /** How many messages a call takes, and how many calls run at once. */
  batch: number;
  calls: number;
}

/** After this many receives a message is put aside: five calls that died, an outage of half an hour and more. */
const RECEIVES = 5;

/** A queue with its dead letters, an alarm on each, and one function that takes what lies in it. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly #source: { batchSize: number; maxConcurrency: number };

  constructor(scope: Construct, id: string, { name, alarms, timeout, impact, batch, calls }: WorkQueueProps) {
    super(scope, id);
    this.#source = { batchSize: batch, maxConcurrency: calls };
    this.deadLetters = new DeadLetters(this, 'DeadLetters', { name, impact: impact.givenUp, alarms });
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // AWS asks for six times the function's time limit, so that a throttled batch is not seen twice.
      visibilityTimeout: Duration.seconds(6 * timeout.toSeconds()),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: RECEIVES },
    });
    alarms.add({
      name: `${name}-age`,
      impact: impact.waiting,
      metric: this.queue.metricApproximateAgeOfOldestMessage({ period: ALARM_PERIOD, statistic: 'Maximum' }),
      threshold: Duration.hours(1).toSeconds(),
      periods: 2,
    });
  }

  /** Lets a function take what lies in the queue. */
  feed(fn: ServiceFunction): void {
    fn.addEventSource(new SqsEventSource(this.queue, { ...this.#source, reportBatchItemFailures: true }));
  }

  /** Lets a function put messages into the queue, and tells it the address in this variable. */
  protected grantSendAs(fn: ServiceFunction, variable: string): void {
    fn.addEnvironment(variable, this.queue.queueUrl);
    fn.allow(['sqs:SendMessage'], [this.queue.queueArn]);
  }
}
