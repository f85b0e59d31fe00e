import { join } from 'node:path';
import { CfnResource, Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  Function,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Trigger } from 'aws-cdk-lib/triggers';
import type { Construct } from 'constructs';
import { ENV } from '../../shared/contracts/names.ts';
import type { FunctionName, Stage } from '../stages/read-stage.ts';
import { THROTTLED_FOR } from './alarms/account-alarms.ts';
import { ALARM_PERIOD, type Alarms } from './alarms/alarms.ts';
import { customerKeyOf, encryptedBy, KEY_ACTIONS, TABLE_KEY_ACTIONS } from './customer-key.ts';
import { FUNCTION_SETTINGS } from './function-settings.ts';

interface ServiceFunctionProps {
  name: FunctionName;
  stage: Stage;
  /** The stack's name: the `service` of logs and metrics. */
  service: string;
  /** The folder with one folder of code for each function. */
  bundles: string;
  alarms: Alarms;
}

/** Shares of the timeout at which a call counts as slow: for functions that stop by themselves, and for all others. */
const NEARLY_ALL = 0.97;
const MUCH = 0.8;

/**
 * A function of this stack. Its role may write to its own log and nothing else, until a grant allows more. It has
 * alarms on errors and on slow calls. Its queue limits the calls at once. Stages can trace it, and reserve calls for
 * it.
 */
export class ServiceFunction extends Function {
  readonly shortName: FunctionName;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    const { name, stage, service, bundles, alarms } = props;
    const {
      description,
      impact,
      timeout,
      patience = 3,
      sendsToItself,
      usesItsTime,
    } = FUNCTION_SETTINGS[name];
    const reserved = stage.reservedConcurrency[name];
    const logGroup = new LogGroup(scope, `${id}Log`, {
      retention: stage.logRetention,
      removalPolicy: stage.removalPolicy,
      ...encryptedBy(scope, stage),
    });
    const role = new Role(scope, `${id}Role`, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `Permissions of ${name} of ${service}`,
    });
    logGroup.grantWrite(role);
    super(scope, id, {
      description,
      code: Code.fromAsset(join(bundles, name)),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: stage.memory[name],
      timeout,
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      ...(sendsToItself && { recursiveLoop: RecursiveLoop.ALLOW }),
      tracing: stage.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      ...(stage.logLevel === 'debug' && { applicationLogLevelV2: ApplicationLogLevel.DEBUG }),
      ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
      environment: { [ENV.service]: service },
    });
    this.shortName = name;
    this.#useKey(stage);
    if (stage.tracing) this.#acknowledgeTracing();
    const period = ALARM_PERIOD;
    alarms.add({
      name: `${name}-errors`,
      impact,
      metric: this.metricErrors({ period }),
      periods: patience,
      lean: false,
    });
    // Calls that are refused for longer set off `account-throttled`, whichever function they are for.
    if (patience < THROTTLED_FOR)
      alarms.add({
        name: `${name}-throttles`,
        impact,
        metric: this.metricThrottles({ period }),
        periods: patience,
        lean: false,
      });
    alarms.add({
      name: `${name}-slow`,
      impact,
      metric: this.metricDuration({ period, statistic: 'Maximum' }),
      threshold: timeout.toMilliseconds() * (usesItsTime ? NEARLY_ALL : MUCH),
      periods: patience,
      lean: false,
    });
  }

  /** Lets the function use the key of the customer, but only by way of the services that encrypt with it. */
  #useKey(stage: Stage): void {
    const key = customerKeyOf(this, stage);
    if (!key) return;
    const { region } = Stack.of(this);
    const services = ['dynamodb', 's3', 'secretsmanager', 'sns', 'sqs'];
    this.addToRolePolicy(
      new PolicyStatement({
        actions: [...KEY_ACTIONS, ...TABLE_KEY_ACTIONS],
        resources: [key.keyArn],
        conditions: {
          StringEquals: { 'kms:ViaService': services.map((service) => `${service}.${region}.amazonaws.com`) },
        },
      }),
    );
  }

  #acknowledgeTracing(): void {
    Validations.of(this.role ?? this).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'IAM has no resource for traces. Sending them is allowed for all or for none.',
    });
  }

  /** Allows these actions on these resources, and not the read actions that CDK's own grants add. */
  allow(actions: readonly string[], resources: readonly string[]): void {
    this.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));
  }

  /** Allows actions on a resource with a wildcard. `reason` says why nothing narrower works. */
  allowWide(actions: readonly string[], { resource, shown = resource, reason }: WideResource): void {
    this.allow(actions, [resource]);
    Validations.of(this.role ?? this).acknowledge({ id: `AwsSolutions-IAM5[Resource::${shown}]`, reason });
  }
}

/** A resource with a wildcard in it. */
interface WideResource {
  resource: string;
  /** The resource as the check of wildcards spells it, where it holds names that are known only at deployment. */
  shown?: string;
  reason: string;
}

interface ApplyOnDeployProps {
  apply: ServiceFunction;
  /** What the function needs besides the resources that its own configuration names. */
  after: readonly Construct[];
  /** Differs from one deployment to the next, so that the watches are applied even when nothing else has changed. */
  deployment: string;
}

/**
 * Calls `apply-watches` once in each deployment, after all that it needs. The deployment fails when the function
 * throws.
 */
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
