import { Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';

/** A role that EventBridge Scheduler may assume, but only for the schedules of one group of this account. */
export class SchedulerRole extends Role {
  constructor(
    scope: Construct,
    id: string,
    { group, description }: { group: ScheduleGroup; description: string },
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
  }
}
