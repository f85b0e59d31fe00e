import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { LOG_DAYS, stageFileSchema, stageJsonSchema } from '../../../infra/stages/stage-file.ts';
import { FUNCTIONS } from '../../../shared/contracts/names.ts';

it('takes the retentions that CloudWatch Logs has, and no others', () => {
  const days = Object.values(RetentionDays).filter((value) => typeof value === 'number');
  expect([...LOG_DAYS]).toEqual(days.toSorted((one, other) => one - other));
});

it('names the memory of each function', () => {
  expect(Object.keys(stageFileSchema.shape.memory.shape)).toEqual(Object.values(FUNCTIONS));
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
