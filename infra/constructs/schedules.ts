import { ArnFormat, CfnParameter, Duration, RemovalPolicy, Stack, Token } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule, ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ENV } from '../../shared/contracts/names.ts';
import { HEARTBEAT_PARAMETER } from '../stack-parameters.ts';
import type { Stage } from '../stages/read-stage.ts';
import type { Alarms } from './alarms/alarms.ts';
import { customerKeyOf, KEY_ACTIONS } from './customer-key.ts';
import type { ServiceFunction } from './service-function.ts';
import type { RunQueue } from './messaging/work-queue.ts';

interface WatchSchedulesProps {
  runs: readonly RunQueue[];
  /** Where the scheduler puts an order that it could not send to its queue. */
  deadLetters: Queue;
  stage: Stage;
}

/**
 * The group in which `apply-watches` keeps one schedule for each watch and report, and the role of those schedules.
 * The group holds nothing else, so a schedule that no watch needs may be deleted. When the group is deleted, so are
 * its schedules.
 */
export class WatchSchedules extends Construct {
  readonly group: ScheduleGroup;
  readonly #role: Role;
  readonly #props: WatchSchedulesProps;

  constructor(scope: Construct, id: string, props: WatchSchedulesProps) {
    super(scope, id);
    this.#props = props;
    this.group = new ScheduleGroup(this, 'Group', { removalPolicy: RemovalPolicy.DESTROY });
    this.#role = new SchedulerRole(this, 'Role', {
      stage: props.stage,
      group: this.group,
      description: 'Lets the schedules of watches and reports queue runs and reports',
    });
    this.#role.addToPolicy(
      new PolicyStatement({
        actions: ['sqs:SendMessage'],
        resources: [...props.runs.map(({ queue }) => queue.queueArn), props.deadLetters.queueArn],
      }),
    );
  }

  /** Lets schedules of the group call a function. `keeper`, which keeps the schedules, gets its ARN. */
  aimAt(fn: ServiceFunction, scope: ServiceFunction): void {
    this.#role.addToPolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [fn.functionArn] }),
    );
    scope.addEnvironment(ENV.writeReport, fn.functionArn);
  }

  /** Lets a function keep the schedules of the group, pass them their role, and aim them at the queues of runs. */
  grantSchedules(fn: ServiceFunction): void {
    const { scheduleGroupName } = this.group;
    const { runs, deadLetters } = this.#props;
    fn.addEnvironment(ENV.scheduleGroup, scheduleGroupName);
    fn.addEnvironment(ENV.scheduleRole, this.#role.roleArn);
    fn.addEnvironment(ENV.scheduleDeadLetters, deadLetters.queueArn);
    for (const { service, queue } of runs) fn.addEnvironment(ENV.runsQueueArn[service], queue.queueArn);

    const { partition, region } = Stack.of(this);
    const inGroup = `schedule/${scheduleGroupName}/*`;
    fn.allowWide(
      ['CreateSchedule', 'UpdateSchedule', 'DeleteSchedule', 'GetSchedule'].map(
        (action) => `scheduler:${action}`,
      ),
      {
        resource: Stack.of(this).formatArn({
          service: 'scheduler',
          resource: inGroup,
          arnFormat: ArnFormat.NO_RESOURCE_NAME,
        }),
        shown: `arn:${shown('Partition', partition)}:scheduler:${shown('Region', region)}:<AWS::AccountId>:${inGroup}`,
        reason: 'Each watch has a schedule with its name, and watches change without a deployment.',
      },
    );
    fn.allowWide(['scheduler:ListSchedules'], {
      resource: '*',
      reason: 'EventBridge Scheduler grants the listing of all groups or of none. We list only our group.',
    });
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['iam:PassRole'],
        resources: [this.#role.roleArn],
        conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
      }),
    );
  }
}

/** A part of an ARN as the check of wildcards spells it: its name where only the deployment knows it. */
function shown(name: string, value: string): string {
  return Token.isUnresolved(value) ? `<AWS::${name}>` : value;
}

interface SweepsProps {
  deadLetters: Queue;
  stage: Stage;
  alarms: Alarms;
}

interface Sweep {
  every: Duration;
  /** What users lose while the sweep is not called. */
  impact: string;
  /** How often Lambda tries a failed call again. Above 0 only for a function that others than the sweep call too. */
  retries?: number;
}

/**
 * One more try within a minute. The next sweep does the same work, and the scheduler's default would retry for a day.
 */
const SWEEP_RETRIES = { maximumRetryAttempts: 1, maximumEventAgeInSeconds: 60 };

/** After how many missed sweeps the alarm for silence goes on. */
const MISSED_SWEEPS = 3;

/**
 * Functions that are called at a fixed rate. Their group is not that of the watches, whose schedules code may delete.
 */
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

/** A role that EventBridge Scheduler may assume, but only for the schedules of one group of this account. */
class SchedulerRole extends Role {
  constructor(
    scope: Construct,
    id: string,
    { stage, group, description }: { stage: Stage; group: ScheduleGroup; description: string },
  ) {
    super(scope, id, {
      description,
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: {
            'aws:SourceAccount': Stack.of(scope).account,
            'aws:SourceArn': group.scheduleGroupArn,
          },
        },
      }),
    });
    const key = customerKeyOf(this, stage);
    // It sends messages to encrypted queues.
    if (key) this.addToPolicy(new PolicyStatement({ actions: [...KEY_ACTIONS], resources: [key.keyArn] }));
  }
}

/**
 * Gives a function the address to call after each sweep that ended well. A service outside of AWS notices when the
 * calls stop, also when the account or the region is down. Empty: nothing is called.
 */
export function addDeadMansSwitch(scope: Construct, fn: ServiceFunction): void {
  const parameter = new CfnParameter(scope, 'Heartbeat', {
    description: "Address that is called after each sweep that ended well (dead-man's switch). May be empty",
    default: '',
    allowedPattern: '(https://\\S+)?',
    constraintDescription: 'an https address, or nothing',
    noEcho: true,
  });
  parameter.overrideLogicalId(HEARTBEAT_PARAMETER);
  fn.addEnvironment(ENV.heartbeat, parameter.valueAsString);
}
