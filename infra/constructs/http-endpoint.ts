import { CfnOutput, CfnResource, Stack, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  ApiMapping,
  DomainName,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  type HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Construct } from 'constructs';
import { ENV } from '../../shared/contracts/names.ts';
import type { Stage } from '../stages/read-stage.ts';
import { ALARM_PERIOD, type Alarms } from './alarms/alarms.ts';
import type { ServiceFunction } from './service-function.ts';
import { addVendedLog } from './vended-log.ts';

interface HttpEndpointProps {
  stage: Stage;
  alarms: Alarms;
}

/** Requests a second from all callers together, and the largest burst. */
interface Throttle {
  rate: number;
  burst: number;
}

/** One route, and the function that answers it. */
interface RouteOrder {
  method: HttpMethod;
  /** Such as `/r/{link}`. A last `{name+}` matches the whole rest of a path. */
  path: string;
  fn: ServiceFunction;
  /** Each route has a limit of its own, so that a flood on one does not stop the others. */
  throttle: Throttle;
  /** Why the gateway needs no authorizer: what the function checks in the request. */
  openBecause: string;
}

/**
 * People open few pages. But the limits are those of all callers together: a stranger who guesses links must not use
 * them up. A wrong signature costs a few milliseconds and no read of the store.
 */
const FOR_PAGES: Throttle = { rate: 500, burst: 1_000 };
export const FOR_FORMS: Throttle = { rate: 100, burst: 200 };
/** Each key has a limit of its own, too. */
const FOR_API: Throttle = { rate: 100, burst: 200 };
/**
 * The monitors of an account may all end their runs at one time, and send a thousand webhook payloads in ten seconds.
 */
export const FOR_WEBHOOKS: Throttle = { rate: 150, burst: 300 };

/**
 * What the access log holds of a request. Never the path: a link to a page is a key, and a reader of the log must not
 * be able to open the page.
 */
const LOGGED = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  route: '$context.routeKey',
  status: '$context.status',
  bytes: '$context.responseLength',
  milliseconds: '$context.responseLatency',
  error: '$context.integrationErrorMessage',
};

/**
 * The only entry from the internet: pages for people, and webhooks of services. Over https only, throttled and
 * logged.
 */
export class HttpEndpoint extends Construct {
  readonly api: HttpApi;
  readonly #domain: string | undefined;
  readonly #stage: HttpStage;

  constructor(scope: Construct, id: string, { stage, alarms }: HttpEndpointProps) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', { createDefaultStage: false });
    const log = addVendedLog(this, { writer: 'apis', stage });
    this.#stage = this.api.addStage('Stage', {
      autoDeploy: true,
      // For a route without a limit of its own.
      throttle: { rateLimit: FOR_WEBHOOKS.rate, burstLimit: FOR_WEBHOOKS.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(log),
        format: AccessLogFormat.custom(JSON.stringify(LOGGED)),
      },
    });
    this.#domain = stage.domain?.name;
    if (stage.domain) this.#addDomain(stage.domain);
    alarms.add({
      name: 'endpoint-errors',
      impact: 'Pages do not open, or webhook payloads are refused.',
      metric: this.api.metricServerError({ period: ALARM_PERIOD, statistic: 'Sum' }),
      periods: 2,
      lean: false,
    });
  }

  /** `https://…`, without a slash at the end: of the stage's own domain, where it has one. */
  get url(): string {
    return this.#domain === undefined ? this.api.apiEndpoint : `https://${this.#domain}`;
  }

  /**
   * Serves the same pages under a domain of the user. The API keeps its own address too: links in mails sent before
   * still open. The output names what the DNS record of the domain points to.
   */
  #addDomain({ name, certificate }: NonNullable<Stage['domain']>): void {
    const domainName = new DomainName(this, 'Domain', {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificate),
    });
    const mapping = new ApiMapping(this, 'Mapping', { api: this.api, domainName, stage: this.#stage });
    // It names the stage by a text, which creates no order.
    mapping.node.addDependency(this.#stage);
    const target = new CfnOutput(Stack.of(this), 'DomainTarget', {
      description: `Let a CNAME record of ${name} point to this name`,
      value: domainName.regionalDomainName,
    });
    target.overrideLogicalId('DomainTarget');
  }

  /** Gives a function the address of the pages. */
  giveAddress(fn: ServiceFunction): void {
    fn.addEnvironment(ENV.pages, this.url);
  }

  /** Lets a function answer the requests of one route. Events have the payload format 2.0. */
  route({ method, path, fn, throttle, openBecause }: RouteOrder): void {
    const name = `${method} ${path}`;
    const route = new HttpRoute(this, name.replaceAll('/', '.'), {
      httpApi: this.api,
      routeKey: HttpRouteKey.with(path, method),
      integration: new HttpLambdaIntegration(name.replaceAll('/', '.'), fn),
    });
    this.#limit(route, { name, throttle });
    const { defaultChild } = route.node;
    if (!CfnResource.isCfnResource(defaultChild)) return;
    Validations.of(defaultChild).acknowledge({ id: 'AwsSolutions-APIG4', reason: openBecause });
  }

  /** The gateway refuses limits for a route that does not exist yet, so the stage comes after its routes. */
  #limit(route: HttpRoute, { name, throttle }: { name: string; throttle: Throttle }): void {
    const { defaultChild } = this.#stage.node;
    if (!CfnResource.isCfnResource(defaultChild)) return;
    defaultChild.addPropertyOverride(`RouteSettings.${name}`, {
      ThrottlingRateLimit: throttle.rate,
      ThrottlingBurstLimit: throttle.burst,
    });
    this.#stage.node.addDependency(route);
  }
}

/**
 * Pages are read by GET. Only forms change something: those of the actions on an alert, of a story, and those by which
 * people unsubscribe or confirm a drill. Programs call the API beside them.
 */
export function routePages(endpoint: HttpEndpoint, fn: ServiceFunction): void {
  const openBecause =
    'People without an account open pages from their mail. The function checks the signature in the link, or the session.';
  for (const path of ['/', '/{page+}'])
    endpoint.route({ method: HttpMethod.GET, path, fn, throttle: FOR_PAGES, openBecause });
  const forms = [
    '/q/{link}/{lane}',
    '/i/{link}/stories/{story}',
    '/i/{link}/alerts/{alert}/actions',
    '/app/stories/{story}',
    '/app/alerts/{alert}/actions',
    '/signout',
    '/u/{link}/{lane}',
    '/d/{link}/{target}',
  ];
  for (const path of forms)
    endpoint.route({ method: HttpMethod.POST, path, fn, throttle: FOR_FORMS, openBecause });
  for (const method of [HttpMethod.GET, HttpMethod.POST, HttpMethod.DELETE])
    endpoint.route({
      method,
      path: '/api/v1/{route+}',
      fn,
      throttle: FOR_API,
      openBecause: 'Programs call the API with a key. The function checks it.',
    });
}
