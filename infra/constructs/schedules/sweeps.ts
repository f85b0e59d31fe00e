import { RemovalPolicy, Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule, ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Stage } from '../../stages/read-stage.ts';
import type { Alarms } from '../alarms/alarms.ts';
import { SchedulerRole } from './scheduler-role.ts';
import type { ServiceFunction } from '../functions/service-function.ts';

export interface SweepsProps {
  deadLetters: Queue;
  stage: Stage;
  alarms: Alarms;
}

export interface Sweep {
  every: Duration;
  /** What users lose while the sweep is not called. */
  impact: string;
  /** How often Lambda tries a failed call again. Above 0 only for a function that others than the sweep call too. */
  retries?: number;
}

/** One more try within a minute. The next sweep does the same work, and the scheduler's default would retry for a day. */
const SWEEP_RETRIES = { maximumRetryAttempts: 1, maximumEventAgeInSeconds: 60 };

/** After how many missed sweeps the alarm for silence goes on. */
const MISSED_SWEEPS = 3;

/** Functions that are called at a fixed rate. Their group is not that of the watches, whose schedules code may delete. */
export class Sweeps extends Construct {
  readonly #group: ScheduleGroup;
  readonly #role: SchedulerRole;
  readonly #props: SweepsProps;

  constructor(scope: Construct, id: string, props: SweepsProps) {
    super(scope, id);
    this.#props = props;
    this.#group = new ScheduleGroup(this, 'Group', { removalPolicy: RemovalPolicy.DESTROY });
    this.#role = new SchedulerRole(this, 'Role', {
      stage: props.stage,
      group: this.#group,
      description: 'Lets the sweeps call their functions',
    });
    this.#role.addToPolicy(
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [props.deadLetters.queueArn] }),
    );
  }

  /** Calls a function at a fixed rate with an empty event. An alarm goes on after three missed calls. */
  add(fn: ServiceFunction, { every, impact, retries = 0 }: Sweep): void {
    this.#role.addToPolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [fn.functionArn] }),
    );
    // The scheduler calls asynchronously. Without this, Lambda would try a failed sweep twice more.
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
    // The first call comes at once and needs the policy of the role.
    schedule.node.addDependency(this.#role);
    this.#props.alarms.add({
      name: `${fn.shortName}-silent`,
      impact,
      metric: fn.metricInvocations({ period: every }),
      periods: MISSED_SWEEPS,
      below: true,
      noData: 'lost',
      lean: false,
    });
  }
}
