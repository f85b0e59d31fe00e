import { expect, test } from 'vitest';
import { mayAct, maySee } from '../../../../shared/domain/pages/viewer.ts';

test('a viewer sees its brands, and only one who sees all sees what has no brand', () => {
  const brands = ['acme'];
  expect(maySee({ brands }, 'acme')).toBe(true);
  expect(maySee({ brands }, 'globex')).toBe(false);
  expect(maySee({ brands }, undefined)).toBe(false);
  expect(maySee({ brands: 'all' }, undefined)).toBe(true);
});

test('a reader sees, and only an editor acts', () => {
  expect([mayAct({ role: 'reader' }), mayAct({ role: 'editor' })]).toEqual([false, true]);
});
