import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../../infra/cli/main.ts';
import { helpWidth, wrapText } from '../../../../infra/cli/terminal/wrap-text.ts';
import { openWorld } from '../open-world.ts';

describe('help', () => {
  it.each([undefined, 50, 80, 200])('fits a terminal of %s columns', async (columns) => {
    const { call } = openWorld({ ...(columns !== undefined && { columns }) });
    for (const args of [['--help'], ...Object.keys(COMMANDS).map((name) => [name, '--help'])]) {
      const { out } = await call(...args);
      const long = out.split('\n').filter((line) => line.length > helpWidth(columns));
      // An example, and a usage, are typed as they stand.
      expect(long.filter((line) => !/^(?: {2}bellwether |Usage: )/.test(line))).toEqual([]);
    }
  });
});

describe('wrapping', () => {
  it('breaks at spaces, keeps paragraphs and indented lines, and gives a long word its own line', () => {
    expect(wrapText('one two three\n\n  as it stands\n\nfour fivesixseven', 8)).toBe(
      'one two\nthree\n\n  as it stands\n\nfour\nfivesixseven',
    );
  });

  it('indents the lines after the first', () => {
    expect(wrapText('one two three', 9, '  ')).toBe('one two\n  three');
  });
});
