import { CfnResource, Duration } from 'aws-cdk-lib';
import { Trigger } from 'aws-cdk-lib/triggers';
import type { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';

export interface ApplyOnDeployProps {
  apply: ServiceFunction;
  /** What the function needs besides the resources that its own configuration names. */
  after: readonly Construct[];
  /** Differs from one deployment to the next, so that the watches are applied even when nothing else has changed. */
  deployment: string;
}

/** Calls `apply-watches` once in each deployment, after all that it needs. The deployment fails when the function throws. */
export function applyOnDeploy(scope: Construct, { apply, after, deployment }: ApplyOnDeployProps): Trigger {
  const trigger = new Trigger(scope, 'ApplyOnDeploy', {
    handler: apply,
    timeout: apply.timeout ?? Duration.minutes(5),
    executeAfter: [...after],
  });
  const resource = trigger.node.findChild('Default').node.defaultChild;
  if (CfnResource.isCfnResource(resource)) resource.addPropertyOverride('Deployment', deployment);
  return trigger;
}
