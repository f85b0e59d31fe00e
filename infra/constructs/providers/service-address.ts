import { CfnOutput, CfnParameter, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { ENV, NOT_USED } from '../../../shared/contracts/names.ts';
import type { UpstreamService } from '../../../shared/domain/lib/errors.ts';
import { ORGANIZATION_OUTPUT, PREFIX_PARAMETER, URL_PARAMETERS } from '../../stack-parameters.ts';
import type { Stage } from '../../stages/read-stage.ts';
import type { ServiceFunction } from '../functions/service-function.ts';

/**
 * The address of one service. Where the stage gives none, it is a parameter of the stack without a default: the first
 * deployment needs the address, and CloudFormation remembers it for later ones. An address that the stage gives is an output
 * of the same name, so that the command line finds both. A service that is not used has neither.
 */
export class ServiceAddress extends Construct {
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
