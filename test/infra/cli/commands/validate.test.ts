import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FILE, openWorld } from '../open-world.ts';

it('says in one line that a file is valid', async () => {
  const { call } = openWorld();
  expect(await call('validate')).toEqual({
    code: 0,
    out: 'watches.yaml: 1 watch, 1 channel: valid\n',
    err: '',
  });
});

it('lists problems with line, expectation, finding and suggested fix', async () => {
  const { call, write } = openWorld();
  write(FILE.replace('query:', 'schedul: x, query:').replace('q: Acme', 'q: a/b, lang: [English]'));
  const { code, out } = await call('validate');
  expect(code).toBe(1);
  expect(out.split('\n')).toEqual([
    'watches.yaml:6:30: error: watches.acme-news.schedul: Unknown key "schedul"',
    expect.stringMatching(/^ {4}expected: kind, query, schedule/),
    '    hint:     did you mean schedule?',
    expect.stringMatching(
      /^watches.yaml:6:55: error: watches.acme-news.query.q: The character \/ is not allowed/,
    ),
    expect.stringMatching(/^ {4}expected: a query in single quotes/),
    '    found:    a/b',
    '    hint:     replace it by a space or a ?',
    'watches.yaml:6:66: error: watches.acme-news.query.lang[0]: Invalid value "English"',
    '    expected: a text such as en',
    '    found:    English',
    '    hint:     write en',
    'watches.yaml: 3 problems',
    '',
  ]);
});

it('prints warnings, and accepts the file', async () => {
  const { call, write } = openWorld();
  write(FILE.replace('q: Acme', 'q: Acme, theme: [Tech]'), 'other.yaml');
  const ended = await call('validate', 'other.yaml');
  expect(ended).toMatchObject({ code: 0, err: '' });
  expect(ended.out).toContain(
    'other.yaml:6:48: warning: watches.acme-news.query.theme: "theme" needs a plan',
  );
  expect(ended.out).toContain('other.yaml: 1 watch, 1 channel: valid, 1 warning\n');
});

it('refuses a folder and a file that is not text', async () => {
  const { call, folder } = openWorld();
  writeFileSync(join(folder, 'binary.yaml'), Buffer.from([0xff, 0xfe, 0x00]));
  expect((await call('validate', 'binary.yaml')).err).toContain('is not UTF-8 text');
  expect((await call('validate', '.')).err).toContain('it is a folder');
});
