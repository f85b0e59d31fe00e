import { CfnParameter } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { ENV } from '../../shared/contracts/names.ts';
import type { Service } from '../../shared/domain/lib/errors.ts';
import type { ServiceFunction } from './service-function.ts';

const PARAMETERS: Readonly<Record<Service, string>> = {
  news: 'NewsUrl',
  events: 'EventsUrl',
  extraction: 'JobsUrl',
};

/**
 * The address of one service: a parameter of the stack without a default, so that the same template serves any account,
 * the first deployment asks for it, and later ones remember it.
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
    parameter.overrideLogicalId(PARAMETERS[service]);
    this.#service = service;
    this.#url = parameter.valueAsString;
    this.#prefix = service === 'extraction' ? this.#addPrefix() : undefined;
  }

  /** Tells a function where the service is. */
  notify(fn: ServiceFunction): void {
    fn.addEnvironment(ENV.serviceUrl[this.#service], this.#url);
    if (this.#prefix !== undefined) fn.addEnvironment(ENV.jobsPrefix, this.#prefix);
  }

  /** What stands before every path of the extraction service differs from provider to provider. */
  #addPrefix(): string {
    const parameter = new CfnParameter(this, 'Prefix', {
      description: 'What stands between the address of the extraction service and its paths; may be empty',
      default: '/svc',
      allowedPattern: '(/\\S*[^/\\s])?',
      constraintDescription: 'a path such as /svc, without a slash at the end, or nothing',
    });
    parameter.overrideLogicalId('JobsPrefix');
    return parameter.valueAsString;
  }
}
