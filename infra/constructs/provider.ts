import { CfnOutput, CfnParameter, Stack, Validations } from 'aws-cdk-lib';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { ENV, NOT_USED } from '../../shared/contracts/names.ts';
import type { UpstreamService } from '../../shared/domain/lib/errors.ts';
import { ORGANIZATION_OUTPUT, PREFIX_PARAMETER, URL_PARAMETERS } from '../stack-parameters.ts';
import type { Stage } from '../stages/read-stage.ts';
import type { Alarms } from './alarms/alarms.ts';
import { customerKeyOf } from './customer-key.ts';
import type { ServiceFunction } from './service-function.ts';
import { RunQueue } from './messaging/work-queue.ts';

interface ProviderProps {
  service: UpstreamService;
  stage: Stage;
  alarms: Alarms;
}

/** What the stack has for one upstream service: its address, its key, and the queue of its runs. */
export class Provider extends Construct {
  /**
   * False: the stage does not use the service. Its queue stays, so that what waits there is not lost; nothing reads
   * it.
   */
  readonly isUsed: boolean;
  readonly address: ServiceAddress;
  /** Undefined for a service that the stage does not use. */
  readonly key: ProviderKey | undefined;
  readonly runs: RunQueue;

  constructor(scope: Construct, id: string, { service, stage, alarms }: ProviderProps) {
    super(scope, id);
    this.address = new ServiceAddress(this, 'Address', { service, stage });
    this.isUsed = !stage.unused.includes(service);
    this.key = this.isUsed ? new ProviderKey(this, 'Key', { service, stage }) : undefined;
    this.runs = new RunQueue(this, 'Runs', { service, stage, alarms });
  }

  /** Lets a function take the runs of the service. */
  feed(fn: ServiceFunction): void {
    if (this.isUsed) this.runs.feed(fn);
  }

  /** Lets a function call the service. */
  grantCall(fn: ServiceFunction): void {
    this.address.give(fn);
    this.key?.grantRead(fn);
  }
}

/**
 * The secret for the key of one service. The stack creates it without a value. To read it fails with
 * ResourceNotFoundException until a person puts the key in. No later deployment changes that value.
 */
class ProviderKey extends Construct {
  readonly service: UpstreamService;
  readonly secretArn: string;

  constructor(scope: Construct, id: string, { service, stage }: { service: UpstreamService; stage: Stage }) {
    super(scope, id);
    this.service = service;
    const key = customerKeyOf(this, stage);
    const secret = new CfnSecret(this, 'Secret', {
      description: `API key of the ${service} service, as plain text`,
      ...(key && { kmsKeyId: key.keyArn }),
    });
    secret.applyRemovalPolicy(stage.removalPolicy);
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'The service gives its key to a person and has no call that changes it. A person sets a new key.',
    });
    this.secretArn = secret.ref;
  }

  /** Lets a function read the key. */
  grantRead(fn: ServiceFunction): void {
    fn.addEnvironment(ENV.serviceKeySecret[this.service], this.secretArn);
    fn.allow(['secretsmanager:GetSecretValue'], [this.secretArn]);
  }
}

/**
 * The address of one service. Where the stage gives none, it is a parameter of the stack without a default: the first
 * deployment needs the address, and CloudFormation remembers it for later ones. An address that the stage gives is an
 * output of the same name, so that the command line finds both. A service that is not used has neither.
 */
class ServiceAddress extends Construct {
  readonly #service: UpstreamService;
  readonly #url: string;
  readonly #prefix: string | undefined;
  readonly #organization: string | undefined;

  constructor(scope: Construct, id: string, { service, stage }: { service: UpstreamService; stage: Stage }) {
    super(scope, id);
    this.#service = service;
    const given = stage.addresses[service];
    const hasPrefix = service === 'extraction' && given.by !== 'none';
    this.#organization = hasPrefix ? stage.jobsOrganization : undefined;
    this.#output(ORGANIZATION_OUTPUT, this.#organization);
    if (given.by === 'parameter') {
      this.#url = this.#addParameter();
      this.#prefix = hasPrefix ? this.#addPrefix() : undefined;
      return;
    }
    this.#url = given.by === 'stage' ? given.url : NOT_USED;
    this.#prefix = hasPrefix ? stage.jobsPrefix : undefined;
    if (given.by === 'stage') this.#output(URL_PARAMETERS[service], given.url);
    if (hasPrefix) this.#output(PREFIX_PARAMETER, stage.jobsPrefix);
  }

  /** Gives a function the address of the service. */
  give(fn: ServiceFunction): void {
    fn.addEnvironment(ENV.serviceUrl[this.#service], this.#url);
    if (this.#prefix !== undefined) fn.addEnvironment(ENV.jobsPrefix, this.#prefix);
    if (this.#organization !== undefined) fn.addEnvironment(ENV.jobsOrganization, this.#organization);
  }

  #addParameter(): string {
    const parameter = new CfnParameter(this, 'Parameter', {
      description: `Base address of the ${this.#service} service, without a slash at the end`,
      allowedPattern: 'https://\\S*[^/\\s]',
      constraintDescription:
        'an https address without a slash at the end, such as https://news.example.com/api',
    });
    parameter.overrideLogicalId(URL_PARAMETERS[this.#service]);
    return parameter.valueAsString;
  }

  #output(name: string, value: string | undefined): void {
    // Outputs cannot be empty.
    if (!value) return;
    new CfnOutput(Stack.of(this), name, { value }).overrideLogicalId(name);
  }

  /** The prefix of all paths of the extraction service. It differs from provider to provider. */
  #addPrefix(): string {
    const parameter = new CfnParameter(this, 'Prefix', {
      description: 'Prefix between the address of the extraction service and its paths. May be empty',
      default: '/svc',
      allowedPattern: '(/\\S*[^/\\s])?',
      constraintDescription: 'a path such as /svc, without a slash at the end, or nothing',
    });
    parameter.overrideLogicalId(PREFIX_PARAMETER);
    return parameter.valueAsString;
  }
}
