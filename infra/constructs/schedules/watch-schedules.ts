import { ArnFormat, RemovalPolicy, Stack, Token } from 'aws-cdk-lib';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ENV } from '../../../shared/contracts/names.ts';
import type { Stage as StageValues } from '../../stages/read-stage.ts';
import type { RunQueue } from '../messaging/run-queue.ts';
import { SchedulerRole } from './scheduler-role.ts';
import type { ServiceFunction } from '../functions/service-function.ts';

export interface WatchSchedulesProps {
  runs: readonly RunQueue[];
  /** Where the scheduler puts an order that it could not send to its queue. */
  deadLetters: Queue;
  stage: StageValues;
}

/**
 * The group in which `apply-watches` keeps one schedule for each watch and report, and the role of those schedules. The group
 * holds nothing else, so a schedule that no watch needs may be deleted. When the group is deleted, so are its schedules.
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
