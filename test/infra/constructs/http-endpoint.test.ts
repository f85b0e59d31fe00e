import { beforeAll, describe, expect, it } from 'vitest';
import { exactWords, inWords, onlyOne, plainId, type SharedStack, stackOf } from '../synthesised.ts';

let dev: SharedStack;
let prod: SharedStack;
beforeAll(async () => {
  [dev, prod] = await Promise.all([stackOf('dev'), stackOf('prod')]);
});

/** Which function answers a request. */
const ROUTES = {
  'GET /': 'Pages',
  'GET /{page+}': 'Pages',
  'POST /deliveries/{watch}': 'ReceiveDelivery',
  'POST /q/{link}/{lane}': 'Pages',
  'POST /i/{link}/alerts/{alert}/actions': 'Pages',
  'POST /app/alerts/{alert}/actions': 'Pages',
  'POST /app/stories/{story}': 'Pages',
  'POST /signout': 'Pages',
  'POST /u/{link}/{lane}': 'Pages',
  'POST /d/{link}/{target}': 'Pages',
  'POST /i/{link}/stories/{story}': 'Pages',
  'GET /api/v1/{route+}': 'Pages',
  'POST /api/v1/{route+}': 'Pages',
  'DELETE /api/v1/{route+}': 'Pages',
};

describe('the HTTP endpoint', () => {
  it('has these routes and no others, and leads each to its function by payload format 2.0', () => {
    const integrations = dev.resources('AWS::ApiGatewayV2::Integration');
    const routes = Object.values(dev.resources('AWS::ApiGatewayV2::Route')).map(({ Properties }) => {
      const target = inWords(Properties.Target).replace('integrations/', '');
      const integration = integrations[target]!.Properties;
      expect(integration).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' });
      expect(Properties.AuthorizationType).toBe('NONE');
      expect([Properties.ApiId, integration.ApiId].map(inWords)).toEqual([
        'HttpEndpointApi',
        'HttpEndpointApi',
      ]);
      return [Properties.RouteKey, exactWords(integration.IntegrationUri).replace(/\.Arn$/, '')];
    });
    expect(Object.fromEntries(routes)).toEqual(ROUTES);
    expect(Object.keys(integrations)).toHaveLength(routes.length);
  });

  it('is throttled, and logs requests without their paths: a path is a key', () => {
    const stage = onlyOne(dev, 'AWS::ApiGatewayV2::Stage').Properties;
    expect(stage).toMatchObject({ StageName: '$default', AutoDeploy: true });
    expect(stage.DefaultRouteSettings).toEqual({ ThrottlingBurstLimit: 300, ThrottlingRateLimit: 150 });
    expect(exactWords(stage.AccessLogSettings.DestinationArn)).toBe('HttpEndpointVendedLog.Arn');
    expect(inWords(stage.ApiId)).toBe('HttpEndpointApi');
    expect(Object.values(JSON.parse(stage.AccessLogSettings.Format))).toEqual([
      '$context.requestId',
      '$context.requestTime',
      '$context.identity.sourceIp',
      '$context.routeKey',
      '$context.status',
      '$context.responseLength',
      '$context.responseLatency',
      '$context.integrationErrorMessage',
    ]);
    expect(stage.AccessLogSettings.Format).not.toMatch(/path/i);
    expect(onlyOne(dev, 'AWS::ApiGatewayV2::Api').Properties).toEqual({ Name: 'Api', ProtocolType: 'HTTP' });
  });

  it('limits each route by itself, so that a flood on one does not stop the others', () => {
    const { Properties, DependsOn } = onlyOne(dev, 'AWS::ApiGatewayV2::Stage');
    const limits = (rate: number, burst: number) => ({
      ThrottlingRateLimit: rate,
      ThrottlingBurstLimit: burst,
    });
    const limitsOf = (route: string) =>
      /^GET \/(\{|$)/.test(route)
        ? limits(500, 1000)
        : route.startsWith('POST /deliveries')
          ? limits(150, 300)
          : limits(100, 200);
    expect(Properties.RouteSettings).toEqual(
      Object.fromEntries(Object.keys(ROUTES).map((route) => [route, limitsOf(route)])),
    );
    // The gateway refuses settings of a route that does not exist yet.
    const routes = Object.keys(dev.resources('AWS::ApiGatewayV2::Route'));
    expect(DependsOn.map(plainId)).toEqual(expect.arrayContaining(routes));
  });

  it('signs its links with a value that the stack makes: 256 bits, kept in prod', () => {
    for (const [of, policy] of [
      [dev, 'Delete'],
      [prod, 'Retain'],
    ] as const) {
      const { Properties, DeletionPolicy, UpdateReplacePolicy } = of.resources('AWS::SecretsManager::Secret')[
        'LinkKeySecret'
      ]!;
      expect(Properties.GenerateSecretString).toEqual({ PasswordLength: 43, ExcludePunctuation: true });
      expect([DeletionPolicy, UpdateReplacePolicy]).toEqual([policy, policy]);
    }
  });
});
