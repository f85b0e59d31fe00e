import { expect, it } from 'vitest';
import { atHome } from '../../../infra/stages/at-home.ts';
import { findStage } from '../../../infra/stages/find-stage.ts';

it('keeps what means something on one machine, and nothing of an account', () => {
  const company = findStage('company', new URL('../../../docs/aws/stages', import.meta.url).pathname);
  const { limits: _ofAnAccount, ...dev } = findStage('dev');
  expect(Object.keys(atHome(company)).toSorted()).toEqual(Object.keys(dev).toSorted());
});
