import { RemovalPolicy, Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule, ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';
import { SchedulerRole } from './scheduler-role.ts';
import type { ServiceFunction } from './service-function.ts';

export interface SweepsProps {
  deadLetters: Queue;
  alarms: Alarms;
}

export interface Sweep {
  every: Duration;
  /** What users lose while the sweep does not come. */
  impact: string;
  /** How often a failed call of this function is tried again: more than never where others than the sweep call it. */
  retries?: number;
}

/** One more try within a minute: the next sweep does the same work, and the scheduler's own default retries for a day. */
const SWEEP_RETRIES = { maximumRetryAttempts: 1, maximumEventAgeInSeconds: 60 };

/** How many sweeps may stay away before the alarm for silence rings. */
const MISSED_SWEEPS = 3;

/** Functions that are called again and again, apart from the schedules of watches, which code may delete. */
export class Sweeps extends Construct {
  readonly #group: ScheduleGroup;
  readonly #role: SchedulerRole;
  readonly #props: SweepsProps;

  constructor(scope: Construct, id: string, props: SweepsProps) {
    super(scope, id);
    this.#props = props;
    this.#group = new ScheduleGroup(this, 'Group', { removalPolicy: RemovalPolicy.DESTROY });
    this.#role = new SchedulerRole(this, 'Role', {
      group: this.#group,
      description: 'What the sweeps may do: call their functions',
    });
    this.#role.addToPolicy(
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [props.deadLetters.queueArn] }),
    );
  }

  /** Calls a function at a fixed rate, with an empty event, and rings when it was not called three times running. */
  add(fn: ServiceFunction, { every, impact, retries = 0 }: Sweep): void {
    this.#role.addToPolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [fn.functionArn] }),
    );
    // The scheduler calls asynchronously: without this, Lambda would itself try a failed sweep twice more.
    const maxEventAge = retries === 0 ? Duration.seconds(60) : Duration.hours(1);
    fn.configureAsyncInvoke({ retryAttempts: retries, maxEventAge });
    const minutes = every.toMinutes();
    const schedule = new CfnSchedule(this, fn.shortName, {
      groupName: this.#group.scheduleGroupName,
      scheduleExpression: `rate(${minutes} ${minutes === 1 ? 'minute' : 'minutes'})`,
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: fn.functionArn,
        roleArn: this.#role.roleArn,
        input: '{}',
        retryPolicy: SWEEP_RETRIES,
        deadLetterConfig: { arn: this.#props.deadLetters.queueArn },
      },
    });
    // The first call comes at once, and needs the role to be whole.
    schedule.node.addDependency(this.#role);
    this.#props.alarms.add({
      name: `${fn.shortName}-silent`,
      impact,
      metric: fn.metricInvocations({ period: every }),
      periods: MISSED_SWEEPS,
      silence: true,
    });
  }
}
