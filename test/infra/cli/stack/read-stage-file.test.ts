import { expect, it } from 'vitest';
import { readStageFile, readUnused } from '../../../../infra/cli/stack/read-stage-file.ts';
import { openWorld } from '../open-world.ts';

it('gives the file of a stage, and the services that it does not use', () => {
  expect(readStageFile('dev')).toMatchObject({ keeps_data: false });
  expect(readUnused('prod')).toEqual({ services: [], models: [], file: 'infra/stages/prod.yaml' });
});

it('says which stages there are', async () => {
  const { call } = openWorld();
  expect(await call('validate', '--stage', 'prd')).toEqual({
    code: 1,
    out: '',
    err: expect.stringContaining('There is no stage "prd"; use dev or prod (did you mean prod?)'),
  });
  expect(await call('validate', '--stage', 'prod')).toMatchObject({ code: 0 });
});
