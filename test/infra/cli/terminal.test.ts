import { describe, expect, it } from 'vitest';
import {
  openProgress,
  paint,
  paintedWidth,
  jsonLine,
  terminalSink,
  terminalText,
  withColour,
  withoutColour,
} from '../../../infra/cli/terminal.ts';
import { LINEAR_SECONDS, processorSeconds } from '../../processor-time.ts';
import { memoryStack, openWorld } from './open-world.ts';

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
  const json = jsonLine(value);
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

const ESCAPE = '\u001b';

describe('a painted word', () => {
  it('has codes on a terminal, an end on its line, and nothing of this in a pipe', () => {
    const text = `${paint('error', 'error')}: x\n${paint('heading', 'WATCH')}\n`;
    expect(withColour(text)).toBe(`${ESCAPE}[31merror${ESCAPE}[0m: x\n${ESCAPE}[1mWATCH${ESCAPE}[0m\n`);
    expect(withoutColour(text)).toBe('error: x\nWATCH\n');
    expect(paintedWidth(paint('good', 'ok'))).toBe(2);
  });

  it('of hostile text colours the rest of its line at most, and no steering code passes', () => {
    let out = '';
    const sink = terminalSink({ write: (text) => (out += text), isTTY: true, colour: true });
    sink.write(`a\ufdd0b\u001b[2Jc\nd\ufdd4e\n`);
    expect(out).toBe(`a${ESCAPE}[31mb[2Jc${ESCAPE}[0m\nde\n`);
  });
});

describe('commands', () => {
  const FAULTY = 'operators: { email: [a@acme.example] }\nchannels: {}\nwatches: { a: { kind: serch } }\n';

  it('colour errors, severities and headings on a terminal', async () => {
    const { call, write } = openWorld({ stack: memoryStack().stack, colour: true });
    const plan = (await call('plan')).out;
    expect(plan).toContain(`${ESCAPE}[1mwatches${ESCAPE}[0m\n`);
    await call('apply');
    expect((await call('status')).out).toContain(`${ESCAPE}[1mWATCH${ESCAPE}[0m      ${ESCAPE}[1mSTATUS`);
    expect((await call('doctor')).out).toContain(`${ESCAPE}[32mok${ESCAPE}[0m       The stack matches`);
    expect((await call('plan', '--stge')).err).toContain(
      `${ESCAPE}[31mbellwether:${ESCAPE}[0m Unknown option`,
    );
    write(FAULTY);
    expect((await call('validate')).out).toContain(`: ${ESCAPE}[31merror${ESCAPE}[0m: `);
  });
});
