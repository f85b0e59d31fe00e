import { expect, it } from 'vitest';
import { watchesFileOf } from '../../../infra/watches-file/which-file.ts';

it.each([
  [{}, 'watches.yaml'],
  [{ BELLWETHER_WATCHES: '' }, 'watches.yaml'],
  [{ BELLWETHER_WATCHES: 'own/watches.yaml' }, 'own/watches.yaml'],
])('%j chooses %s', (environment, file) => {
  expect(watchesFileOf(environment)).toBe(file);
});
