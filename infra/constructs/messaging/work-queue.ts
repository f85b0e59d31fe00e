import { Duration } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Stage } from '../../stages/read-stage.ts';
import { ALARM_PERIOD, type Alarms } from '../alarms/alarms.ts';
import { DeadLetters } from './dead-letters.ts';
import { queueEncryption } from './queue-encryption.ts';
import type { ServiceFunction } from '../functions/service-function.ts';

export interface WorkQueueProps {
  name: string;
  stage: Stage;
  alarms: Alarms;
  /** Time limit of the function that the queue feeds. */
  timeout: Duration;
  /** What users lose when messages were given up, and when they wait for more than an hour. */
  impact: { givenUp: string; waiting: string };
  /** How many messages a call takes, and how many calls run at once. */
  batch: number;
  calls: number;
  /** Whether a lean stage has the alarm on its dead letters. Default true. */
  lean?: boolean;
}

/** After this many receives a message goes to the dead letters: five failed calls, or an outage of at least half an hour. */
const RECEIVES = 5;

/** A queue with its dead letters, an alarm on each, and one function that it feeds. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly #source: { batchSize: number; maxConcurrency: number };

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    const { name, stage, alarms, timeout, impact, batch, calls, lean = true } = props;
    this.#source = { batchSize: batch, maxConcurrency: calls };
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
      visibilityTimeout: Duration.seconds(6 * timeout.toSeconds()),
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

  /** Lets a function send messages to the queue, whose URL it gets in this variable. */
  protected grantSendAs(fn: ServiceFunction, variable: string): void {
    fn.addEnvironment(variable, this.queue.queueUrl);
    fn.allow(['sqs:SendMessage'], [this.queue.queueArn]);
  }
}
