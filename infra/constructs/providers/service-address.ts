import { CfnParameter } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { ENV } from '../../../shared/contracts/names.ts';
import type { Service } from '../../../shared/domain/lib/errors.ts';
import { PREFIX_PARAMETER, URL_PARAMETERS } from '../../stack-parameters.ts';
import type { ServiceFunction } from '../functions/service-function.ts';

/**
 * The address of one service: a parameter of the stack without a default. So the same template fits every account, the first
 * deployment needs the address, and CloudFormation remembers it for later ones.
 */
export class ServiceAddress extends Construct {
  readonly #service: Service;
  readonly #url: string;
  readonly #prefix: string | undefined;

  constructor(scope: Construct, id: string, { service }: { service: Service }) {
    super(scope, id);
    const parameter = new CfnParameter(this, 'Parameter', {
      description: `Base address of the ${service} service, without a slash at the end`,
      allowedPattern: 'https://\\S*[^/\\s]',
      constraintDescription:
        'an https address without a slash at the end, such as https://news.example.com/api',
    });
    parameter.overrideLogicalId(URL_PARAMETERS[service]);
    this.#service = service;
    this.#url = parameter.valueAsString;
    this.#prefix = service === 'extraction' ? this.#addPrefix() : undefined;
  }

  /** Gives a function the address of the service. */
  give(fn: ServiceFunction): void {
    fn.addEnvironment(ENV.serviceUrl[this.#service], this.#url);
    if (this.#prefix !== undefined) fn.addEnvironment(ENV.jobsPrefix, this.#prefix);
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
