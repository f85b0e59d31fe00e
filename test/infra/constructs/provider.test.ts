import { beforeAll, describe, expect, it } from 'vitest';
import { URL_PARAMETERS } from '../../../infra/stack-parameters.ts';
import { type SharedStack, stackOf } from '../synthesised.ts';

let dev: SharedStack;
let prod: SharedStack;
beforeAll(async () => {
  [dev, prod] = await Promise.all([stackOf('dev'), stackOf('prod')]);
});

describe('the key of a service', () => {
  it('is a secret without a value, so that a first deployment needs none and a later one overwrites none', () => {
    for (const [of, policy] of [
      [dev, 'Delete'],
      [prod, 'Retain'],
    ] as const) {
      const { LinkKeySecret, ...secrets } = of.resources('AWS::SecretsManager::Secret');
      expect(LinkKeySecret).toBeDefined();
      expect(Object.keys(secrets).toSorted()).toEqual([
        'EventsKeySecret',
        'ExtractionKeySecret',
        'NewsKeySecret',
      ]);
      for (const { Properties, DeletionPolicy, UpdateReplacePolicy } of Object.values(secrets)) {
        expect([Object.keys(Properties), DeletionPolicy, UpdateReplacePolicy]).toEqual([
          ['Description'],
          policy,
          policy,
        ]);
      }
    }
  });
});

describe('the address of a service', () => {
  it('has a prefix where the service is the one of extractions; it may be empty', () => {
    const { JobsPrefix } = dev.template.toJSON().Parameters;
    expect([JobsPrefix.Type, JobsPrefix.Default]).toEqual(['String', '/svc']);
    expect(JobsPrefix.Description).toMatch(/^[A-Z]/);
    const allowed = new RegExp(`^(?:${JobsPrefix.AllowedPattern})$`);
    for (const prefix of ['', '/svc', '/api/v1']) expect(prefix).toMatch(allowed);
    for (const prefix of ['svc', '/svc/', '/', '/a b']) expect(prefix).not.toMatch(allowed);
  });

  it.each(Object.values(URL_PARAMETERS))(
    '%s is asked for by the first deployment: a parameter without a default, https only',
    (name) => {
      const parameter = dev.template.toJSON().Parameters[name];
      expect(parameter.Type).toBe('String');
      expect(parameter.Description).toMatch(/^[A-Z]/);
      expect(parameter).not.toHaveProperty('Default');
      const allowed = new RegExp(`^(?:${parameter.AllowedPattern})$`);
      expect('https://news.example.com/api').toMatch(allowed);
      for (const wrong of ['http://news.example.com', 'https://news.example.com/', 'news.example.com', '']) {
        expect(wrong).not.toMatch(allowed);
      }
    },
  );

  it('has no other parameter beside it, but the address of the heartbeat and the one of the CDK', () => {
    expect(Object.keys(dev.template.toJSON().Parameters).toSorted()).toEqual(
      ['BootstrapVersion', 'HeartbeatUrl', 'JobsPrefix', ...Object.values(URL_PARAMETERS)].toSorted(),
    );
  });
});
