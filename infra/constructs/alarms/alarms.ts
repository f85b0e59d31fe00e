import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { UpstreamService } from '../../../shared/domain/lib/errors.ts';

interface AlarmsProps {
  /** Comes before the name of each alarm, so that stages can share an account. */
  prefix: string;
  /** The services that the stage does not use: their queues and functions have no alarms. Default none. */
  unused?: readonly UpstreamService[];
  /** The key of the customer, if the stage has one. */
  key?: IKey | undefined;
  /** E-mail addresses of the operators. */
  operators: readonly string[];
  /** `lean`: only the few alarms that cost under 1 USD a month together. Default `full`. */
  extent?: 'lean' | 'full';
}

/** What an alarm watches, and what it means for users. */
interface AlarmOrder {
  /** The runbook has a section or a row of a table of this name. */
  name: string;
  /** What users lose while the alarm is on: one sentence. */
  impact: string;
  metric: IMetric;
  /** The alarm goes on at this value and above it; with `below`, below it. Default 1. */
  threshold?: number;
  /** How many periods are looked at. Default 1. */
  periods?: number;
  /** How many of these periods must be bad. Default: all of them. */
  datapoints?: number;
  /** True: the alarm goes on when the metric is below the threshold. Default false. */
  below?: boolean;
  /**
   * What it means that the metric has no data. `good`: it has data only when something happens (the default). `lost`:
   * what writes it does not run. The operators are notified then too, by the state "insufficient data".
   */
  noData?: 'good' | 'lost';
  /** True: stages with lean alarms have it. A lean stage reads at most 9 metrics, and AWS bills each. */
  lean: boolean;
}

/** The alarms that have nothing to watch where a service is not used: those of its queues and functions. */
const OF_SERVICE: Readonly<Record<UpstreamService, RegExp>> = {
  news: /^runs-news-/,
  events: /^runs-events-/,
  extraction:
    /^(?:runs-extraction|deliveries|extractions|(?:submit|poll|collect)-extraction|(?:receive|take)-delivery)-/,
};

/**
 * Without data an alarm keeps to what its metric means. Not `breaching`: CloudWatch would put the alarm of a new
 * stack into ALARM before its first value. A new alarm has the state INSUFFICIENT_DATA, and only a change of state
 * notifies.
 */
const MISSING_DATA = { good: TreatMissingData.NOT_BREACHING, lost: TreatMissingData.MISSING } as const;

/**
 * All alarms of the stack, and the topic that brings them to the operators. It is not the topic of the alerts. Alarms
 * must arrive when our own code is broken, and CloudWatch sets no attributes that a subscription could filter by.
 */
export class Alarms extends Construct {
  readonly topic: Topic;
  readonly all: Alarm[] = [];
  /** Names of those that a lean stage has. */
  readonly lean: string[] = [];
  readonly #action: SnsAction;
  readonly #prefix: string;
  readonly #extent: 'lean' | 'full';
  readonly #unused: readonly UpstreamService[];

  constructor(
    scope: Construct,
    id: string,
    { prefix, operators, extent = 'full', unused = [], key }: AlarmsProps,
  ) {
    super(scope, id);
    this.#extent = extent;
    this.#prefix = prefix;
    this.#unused = unused;
    // Without a key of the customer none: CloudWatch may not use the key that SNS provides, and the texts hold no
    // data of users.
    this.topic = new Topic(this, 'Topic', {
      displayName: 'Bellwether alarms',
      enforceSSL: true,
      ...(key && { masterKey: key }),
    });
    this.topic.addToResourcePolicy(this.#publishing());
    for (const address of operators) this.topic.addSubscription(new EmailSubscription(address));
    this.#action = new SnsAction(this.topic);
  }

  /** Adds an alarm, if the stage has it. It notifies the operators when it goes on and when it goes off. */
  add({
    name,
    impact,
    metric,
    threshold = 1,
    periods = 1,
    datapoints,
    noData = 'good',
    ...order
  }: AlarmOrder): void {
    if (this.#extent === 'lean' && !order.lean) return;
    if (this.#unused.some((service) => OF_SERVICE[service].test(name))) return;
    const alarm = new Alarm(this, name, {
      alarmName: `${this.#prefix}-${name}`,
      alarmDescription: `${impact} What to do: docs/runbook.md, "${name}".`,
      metric,
      threshold,
      evaluationPeriods: periods,
      ...(datapoints !== undefined && { datapointsToAlarm: datapoints }),
      comparisonOperator: order.below
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: MISSING_DATA[noData],
    });
    alarm.addAlarmAction(this.#action);
    alarm.addOkAction(this.#action);
    if (noData === 'lost') alarm.addInsufficientDataAction(this.#action);
    this.all.push(alarm);
    if (order.lean) this.lean.push(name);
  }

  /**
   * The topic has a policy (it refuses plain connections), so CloudWatch may publish only where that policy allows
   * it.
   */
  #publishing(): PolicyStatement {
    const { account } = Stack.of(this);
    const alarms = Stack.of(this).formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: `${this.#prefix}-*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    return new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [this.topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': account }, ArnLike: { 'aws:SourceArn': alarms } },
    });
  }
}

/** The period of most alarms: long enough for a few runs, short enough to react in time. */
export const ALARM_PERIOD = Duration.minutes(5);
