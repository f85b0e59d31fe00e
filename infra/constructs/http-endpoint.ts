import { CfnResource, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpApi,
  type HttpMethod,
  HttpRoute,
  HttpRouteKey,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { ENV } from '../../shared/contracts/names.ts';
import type { Stage } from '../stages.ts';
import { ALARM_PERIOD, type Alarms } from './alarms.ts';
import type { ServiceFunction } from './service-function.ts';

export interface HttpEndpointProps {
  stage: Stage;
  alarms: Alarms;
}

/** One route, and who answers it. */
export interface RouteOrder {
  method: HttpMethod;
  /** `/r/{link}`; a last `{name+}` takes all that follows. */
  path: string;
  fn: ServiceFunction;
  /** Why the gateway itself keeps nobody out: what in the request the function checks. */
  openBecause: string;
}

/**
 * Requests a second for all who ask, and at once: people need few, but the monitors of an account may all end their runs
 * together, a thousand deliveries in ten seconds; far below what hurts.
 */
const THROTTLE = { rateLimit: 150, burstLimit: 300 };

/**
 * What of a request stands in the log. Never its path: the links to pages are keys, and whoever reads a log must not be
 * able to open them.
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

/** The one door from the internet: pages for people, and what services post to us. Over https only, throttled, logged. */
export class HttpEndpoint extends Construct {
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, { stage, alarms }: HttpEndpointProps) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', { createDefaultStage: false });
    const log = new LogGroup(this, 'Log', {
      retention: stage.logRetention,
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.api.addStage('Stage', {
      autoDeploy: true,
      throttle: THROTTLE,
      accessLogSettings: {
        destination: new LogGroupLogDestination(log),
        format: AccessLogFormat.custom(JSON.stringify(LOGGED)),
      },
    });
    alarms.add({
      name: 'endpoint-errors',
      impact: 'Pages do not open, or what services send us is not taken.',
      metric: this.api.metricServerError({ period: ALARM_PERIOD, statistic: 'Sum' }),
      periods: 2,
    });
  }

  /** `https://…`, without a slash at the end. */
  get url(): string {
    return this.api.apiEndpoint;
  }

  /** Tells a function where the pages are. */
  notify(fn: ServiceFunction): void {
    fn.addEnvironment(ENV.pages, this.url);
  }

  /** Lets a function answer the requests of one route. The event has the payload format 2.0. */
  route({ method, path, fn, openBecause }: RouteOrder): void {
    const name = `${method} ${path}`;
    const route = new HttpRoute(this, name.replaceAll('/', '.'), {
      httpApi: this.api,
      routeKey: HttpRouteKey.with(path, method),
      integration: new HttpLambdaIntegration(name.replaceAll('/', '.'), fn),
    });
    const { defaultChild } = route.node;
    if (!CfnResource.isCfnResource(defaultChild)) return;
    Validations.of(defaultChild).acknowledge({ id: 'AwsSolutions-APIG4', reason: openBecause });
  }
}
