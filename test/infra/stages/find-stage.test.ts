import { expect, it } from 'vitest';
import {
  findStage,
  stackNameOf,
  StageError,
  stageFileOf,
  stageNames,
} from '../../../infra/stages/find-stage.ts';

it('lists the stages of the project, and the one that was probably meant', () => {
  expect(stageNames()).toEqual(['dev', 'prod']);
  expect(() => findStage('prd')).toThrow(
    new StageError('there is no stage "prd"; use dev or prod (did you mean prod?)'),
  );
});

it('reads a file by its problems, each with its line', () => {
  expect(() => stageFileOf('keep_data: true\n', 'infra/stages/x.yaml')).toThrow(
    /^infra\/stages\/x\.yaml has problems:\n.*x\.yaml:1:1: error: keep_data: Unknown key "keep_data"/s,
  );
});

it('names a stack by its stage, as before where no prefix is given', () => {
  expect([stackNameOf('prod'), stackNameOf('prod', 'press')]).toEqual(['bellwether-prod', 'press-prod']);
});
