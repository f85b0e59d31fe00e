import { expect, it } from 'vitest';
import { withoutCut } from '../../../../../../infra/local/services/kit/text/without-cut.ts';

it.each([
  [
    'Acme said it would close the shop in May. The own… [+4070 chars]',
    'Acme said it would close the shop in May. The',
  ],
  ['Globex raised $4… [+212 chars]', 'Globex raised'],
  ['Globex raised $4 million. [+15 chars]', 'Globex raised $4 million.'],
  ['Wait and see...', 'Wait and'],
  ['A whole text.', 'A whole text.'],
  ['', ''],
])('%j is read as %j', (text, read) => {
  expect(withoutCut(text)).toBe(read);
});
