import { expect, it } from 'vitest';
import { withoutZipTimes } from '../../../../shared/render/report/zip-times.ts';

it.each([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('not a ZIP file, but long enough to hold the end of one')],
])('%s is no ZIP file', (_, bytes) => {
  expect(() => withoutZipTimes(bytes)).toThrow('These bytes are not a ZIP file.');
});
