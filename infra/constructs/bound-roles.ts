import { ManagedPolicy, PermissionsBoundary } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/** Bounds what the roles below a scope, also those of the CDK's own functions, can be allowed. */
export function boundRoles(scope: Construct, policyArn: string): void {
  const policy = ManagedPolicy.fromManagedPolicyArn(scope, 'PermissionsBoundary', policyArn);
  PermissionsBoundary.of(scope).apply(policy);
}
