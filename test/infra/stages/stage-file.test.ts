import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findStage } from '../../../infra/stages/find-stage.ts';
import {
  checkStageRules,
  LOG_DAYS,
  type StageFile,
  stageFileSchema,
  stageJsonSchema,
  unusedServices,
} from '../../../infra/stages/stage-file.ts';
import { FUNCTIONS } from '../../../shared/contracts/names.ts';

it('takes the retentions that CloudWatch Logs has, and no others', () => {
  const days = Object.values(RetentionDays).filter((value) => typeof value === 'number');
  expect([...LOG_DAYS]).toEqual(days.toSorted((one, other) => one - other));
});

it('names the memory of each function', () => {
  expect(Object.keys(stageFileSchema.shape.memory.unwrap().shape)).toEqual(Object.values(FUNCTIONS));
});

it('takes the usual memory for a function that a file does not name', () => {
  const { memory, ...others } = findStage('dev');
  expect(memory).toMatchObject({ 'run-watch': 512, 'deliver-alerts': 256 });
  expect(stageFileSchema.parse(others).memory).toEqual(
    Object.fromEntries(Object.values(FUNCTIONS).map((name) => [name, 512])),
  );
});

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const STAGES = ['infra/stages/dev.yaml', 'infra/stages/prod.yaml', 'docs/aws/stages/company.yaml'];

it('is the schema that editors use; after a change run npm run schema', () => {
  const written: unknown = JSON.parse(read('infra/stages/stage.schema.json'));
  expect(written).toEqual(JSON.parse(JSON.stringify(stageJsonSchema())));
});

it.each(STAGES)('accepts %s, whose first line names it', (path) => {
  const validate = new Ajv().compile(stageJsonSchema());
  expect([validate(parse(read(path))), validate.errors]).toEqual([true, null]);
  expect(read(path)).toMatch(/^# yaml-language-server: \$schema=\S*stage\.schema\.json\n/);
});

it('describes every key and refuses others', () => {
  const validate = new Ajv().compile(stageJsonSchema());
  expect(validate({ ...parse(read('infra/stages/dev.yaml')), alarm: 'lean' })).toBe(false);
  const { properties } = JSON.parse(read('infra/stages/stage.schema.json'));
  for (const part of Object.values<any>(properties)) expect(part.description).toMatch(/\.$/);
});

const said = (change: Partial<StageFile>) =>
  checkStageRules({ ...findStage('dev'), ...change }).map(({ path, what }) => `${path.join('.')}: ${what}`);
const KEY = 'arn:aws:kms:us-east-1:111122223333:key/1';
const CERTIFICATE = 'arn:aws:acm:us-east-1:111122223333:certificate/1';

describe('values of a stage that must fit to each other', () => {
  it('a key and a certificate are in the region of the stack', () => {
    const domain = { name: 'a.example.com', certificate: CERTIFICATE };
    expect(said({ region: 'eu-west-1', customer_key: KEY, domain })).toEqual([
      'customer_key: The key is in us-east-1, but the stack is in eu-west-1',
      'domain.certificate: The certificate is in us-east-1, but the stack is in eu-west-1',
    ]);
    expect(said({ region: 'us-east-1', customer_key: KEY, domain })).toEqual([]);
    expect(said({ domain })).toEqual([]);
    expect(said({ customer_key: KEY })).toEqual([
      'customer_key: A stage with a key of yours names its region',
    ]);
  });

  it('tags leave ours and those of AWS alone, and are few', () => {
    expect(said({ tags: { stage: 'x', 'aws:team': 'y', team: 'z' } })).toEqual([
      'tags.stage: The stack sets this tag itself',
      'tags.aws:team: AWS reserves tags with aws:',
    ]);
    const many = Object.fromEntries(Array.from({ length: 49 }, (_, n) => [`tag${n}`, 'x']));
    expect(said({ tags: many })).toEqual(['tags: There are 49 tags, the maximum is 48']);
  });

  it('a function that queues call has as many calls for itself as they make', () => {
    expect(
      said({ reserved_concurrency: { 'run-watch': 5, 'decide-findings': 1, 'take-delivery': 1, pages: 1 } }),
    ).toEqual([
      'reserved_concurrency.run-watch: The queues of run-watch call it 6 times at once',
      'reserved_concurrency.decide-findings: The queues of decide-findings call it 2 times at once',
      'reserved_concurrency.take-delivery: The queues of take-delivery call it 2 times at once',
    ]);
    expect(said({ reserved_concurrency: { 'run-watch': 6, 'take-delivery': 2 } })).toEqual([]);
  });

  it('functions reserve no more calls than the account has, of which AWS keeps 100 for the others', () => {
    const limits = { lambda_concurrency: 110 };
    const reserved_concurrency = { 'run-watch': 6, pages: 5 };
    expect(said({ limits, reserved_concurrency })).toEqual([
      'reserved_concurrency: The functions reserve 11 calls at once, and an account that allows 110 takes 10 at most',
    ]);
    expect(said({ limits, reserved_concurrency: { 'run-watch': 6, pages: 4 } })).toEqual([]);
    expect(said({ limits: undefined, reserved_concurrency: { pages: 901 } })).toHaveLength(1);
  });

  it('a prefix has an address; no service need be used, because watches can read feeds', () => {
    expect(said({ services: { extraction_prefix: '/svc' } })).toHaveLength(1);
    expect(said({ services: { extraction: 'https://a.example', extraction_prefix: '/svc' } })).toEqual([]);
    expect(said({ services: { extraction_organization: 'press' } })).toEqual([]);
    expect(said({ services: { extraction: 'none', extraction_organization: 'press' } })).toEqual([
      'services.extraction_organization: An organization needs the extraction service',
    ]);
    const services = { news: 'none', events: 'none', extraction: 'none' };
    expect(said({ services })).toEqual([]);
  });
});

it('the services that are not used are those that say none', () => {
  expect(unusedServices({ services: { events: 'none', news: 'https://a.example' } })).toEqual(['events']);
  expect(unusedServices({ services: undefined })).toEqual([]);
});
