import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import type { Stage as StageValues } from '../../stages/read-stage.ts';
import { customerKeyOf, KEY_ACTIONS } from '../customer-key.ts';

/** A role that EventBridge Scheduler may assume, but only for the schedules of one group of this account. */
export class SchedulerRole extends Role {
  constructor(
    scope: Construct,
    id: string,
    { stage, group, description }: { stage: StageValues; group: ScheduleGroup; description: string },
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
