import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { expect, it } from 'vitest';
import { LOG_DAYS, stageFileSchema } from '../../../infra/stages/stage-file.ts';
import { FUNCTIONS } from '../../../shared/contracts/names.ts';

it('takes the retentions that CloudWatch Logs has, and no others', () => {
  const days = Object.values(RetentionDays).filter((value) => typeof value === 'number');
  expect([...LOG_DAYS]).toEqual(days.toSorted((one, other) => one - other));
});

it('names the memory of each function', () => {
  expect(Object.keys(stageFileSchema.shape.memory.shape)).toEqual(Object.values(FUNCTIONS));
});
