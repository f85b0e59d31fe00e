import { describe, expect, it } from 'vitest';
import { openProgress } from '../../../../infra/cli/terminal/progress.ts';
import { terminalJson, terminalSink, terminalText } from '../../../../infra/cli/terminal/terminal-text.ts';
import { LINEAR_SECONDS, processorSeconds } from '../../../processor-time.ts';

const CODES = [
  ...Array.from({ length: 32 }, (_, code) => code),
  ...Array.from({ length: 33 }, (_, n) => 0x7f + n),
];
const MARKS = [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0x200e, 0x200f];
const HOSTILE = [...CODES.filter((code) => code !== 9 && code !== 10), ...MARKS].map((code) =>
  String.fromCharCode(code),
);

describe('text for a terminal', () => {
  it('contains no control character and no direction mark', () => {
    expect(terminalText(`a${HOSTILE.join('b')}c\n\td`)).toBe(`a${'b'.repeat(HOSTILE.length - 1)}c\n\td`);
  });

  it('keeps all other characters', () => {
    const text = 'Grüße 東京 עברית العربية 👩‍👩‍👧 é – “x”';
    expect(terminalText(text)).toBe(text);
  });

  it('is read in time that grows with it', () => {
    const seconds = processorSeconds(() => {
      terminalText('\u202e'.repeat(2_000_000));
    });
    expect(seconds).toBeLessThan(LINEAR_SECONDS);
  });
});

it('JSON for a terminal has the same values', () => {
  const value = { title: `x${HOSTILE.join('')}y`, name: 'é' };
  const json = terminalJson(JSON.stringify(value));
  expect(terminalText(json)).toBe(json);
  expect(JSON.parse(json)).toEqual(value);
});

it('a sink keeps the codes of our own progress, and takes those of its texts away', () => {
  let out = '';
  const sink = terminalSink({ write: (text) => (out += text), isTTY: true });
  const progress = openProgress(sink);
  progress.show('watch \u001b[31m\u202ered');
  progress.end();
  sink.write('done\u001b[2J\n');
  expect(out).toBe('\r\u001b[Kwatch [31mred\r\u001b[Kdone[2J\n');
});
