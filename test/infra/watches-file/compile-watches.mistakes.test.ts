import { describe, expect, it } from 'vitest';
import { compileWatches } from '../../../infra/watches-file/compile-watches.ts';
import { fullForm } from '../../full-form.ts';
import { LINEAR_SECONDS, processorSeconds } from '../../processor-time.ts';
import { MISTAKES, SOUND } from './mistakes.ts';

const now = Date.UTC(2026, 10, 21, 8);

function problemsOf(text: string) {
  const compiled = compileWatches(text, { file: 'watches.yaml', now });
  const all = [...compiled.warnings, ...(compiled.ok ? [] : compiled.problems)];
  return all.map(({ line, path, what, hint = '' }) => ({ line, path, what, hint }));
}

/** The sound file with a mistake, and the line of the mistake. */
function withMistake(old: string, mistake: string): { text: string; line: number } {
  const at = SOUND.indexOf(old);
  const before = SOUND.slice(0, at) + mistake.slice(0, Math.max(0, mistake.indexOf('§')));
  const own = mistake.includes('§') ? before : SOUND.slice(0, at + firstDifference(old, mistake));
  return { text: SOUND.replace(old, () => mistake.replace('§', '')), line: own.split('\n').length };
}

function firstDifference(old: string, mistake: string): number {
  let at = 0;
  while (at < old.length && old.charAt(at) === mistake.charAt(at)) at += 1;
  return at;
}

it('the sound file has no problem', () => {
  expect(problemsOf(SOUND)).toEqual([]);
});

describe('one mistake gives one message, with its line, its key, its cause and a fix', () => {
  it.each(MISTAKES)('%s', (_, old, mistake, path, what, hint) => {
    expect(SOUND).toContain(old);
    const { text, line } = withMistake(old, mistake);
    for (const written of [text, text.replaceAll('\n', '\r\n')])
      expect(problemsOf(written)).toEqual([
        { line, path, what: expect.stringMatching(startOf(what)), hint: expect.stringContaining(hint) },
      ]);
  });
});

function startOf(what: string): RegExp {
  return new RegExp(`^${what.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`);
}

describe('whole files', () => {
  it('reads a file with a byte order mark and line ends of Windows', () => {
    expect(problemsOf(`\uFEFF${SOUND.replaceAll('\n', '\r\n')}`)).toEqual([]);
  });

  it('reads a file in JSON', () => {
    const json = JSON.stringify({
      operators: { email: ['oncall@acme.example'] },
      channels: { press: { email: ['press@acme.example'] } },
      watches: { w: { kind: 'search', query: { q: 'Acme' }, alert: { channel: 'press' } } },
    });
    expect(problemsOf(json)).toEqual([]);
    expect(problemsOf(JSON.stringify(JSON.parse(json), null, '\t'))).toEqual([]);
  });

  it('names a file in UTF-16', () => {
    const text = Array.from(SOUND, (character) => `${character}\0`).join('');
    expect(problemsOf(text)).toEqual([
      { line: 1, path: '', what: 'The file is saved as UTF-16', hint: 'save it as UTF-8' },
    ]);
  });
});

describe('a comment that may be a part of a query', () => {
  it.each([
    ['q: Acme #tag', 'the query is "Acme"', "write q: 'Acme #tag'"],
    [
      'q: Acme OR Globex #merger news',
      'the query is "Acme OR Globex"',
      "write q: 'Acme OR Globex #merger news'",
    ],
  ])('is warned of: %s', (written, what, hint) => {
    const text = SOUND.replace('q: globex', () => written);
    expect(problemsOf(text)).toEqual([
      expect.objectContaining({
        line: 20,
        what: expect.stringContaining(what),
        hint: expect.stringContaining(hint),
      }),
    ]);
  });

  it.each(['q: Acme # the brand', `q: '"Acme"' #tag`, 'q: Acme', "q: 'Acme #tag'"])(
    'is no warning where it is a comment, or in quotes: %s',
    (written) => {
      expect(problemsOf(SOUND.replace('q: globex', () => written))).toEqual([]);
    },
  );

  it('is no warning behind other values', () => {
    expect(problemsOf(SOUND.replace('lookback: 7d', 'lookback: 7d #week'))).toEqual([]);
    expect(problemsOf(SOUND.replace('channel: press }', 'channel: press } #main'))).toEqual([]);
  });
});

it('two independent mistakes of keys and values are two messages', () => {
  const text = SOUND.replace('severity: warning', 'severity: high').replace('lookback: 7d', 'lokback: 7d');
  expect(problemsOf(text).map(({ line }) => line)).toEqual([15, 21]);
});

it('a key with another name in place of a missing one hides no other missing key', () => {
  const text = SOUND.replace('operators:', 'operator:').replace(
    '    kind: search\n    query:\n      q: g',
    '    query:\n      q: g',
  );
  expect(problemsOf(text).map(({ what }) => what)).toEqual([
    'Unknown key "operator"',
    'The key "kind" is missing',
  ]);
});

it('takes limited time for a large file of mistakes', () => {
  for (const piece of [
    '  a: "b" c\n',
    '\ta: b\n',
    ' a: b: c\n   d: e\n',
    '- a\n b\n',
    "a: 'b\n",
    'a: [b\n',
  ]) {
    const text = `${SOUND}${piece.repeat(fullForm(300, 10_000))}`;
    const seconds = processorSeconds(() => expect(problemsOf(text).length).toBeGreaterThan(0));
    expect(seconds).toBeLessThan(LINEAR_SECONDS);
  }
});

it.each([
  [
    'schedule: cron(0 8 ? * 1-5 *)',
    'lookback: 7d',
    'Day 1 of a week is Sunday, so 1-5 is Sunday to Thursday',
    'write MON-FRI in place of 1-5',
  ],
  ['countries: [UK]', 'lang: [en]', 'No country has the code "UK"', 'write GB'],
  [
    'schedule: rate(1 minutes)',
    'lookback: 7d',
    'The unit does not agree with the number 1',
    'write rate(1 minute)',
  ],
  [
    'schedule: rate(15 minute)',
    'lookback: 7d',
    'The unit does not agree with the number 15',
    'write rate(15 minutes)',
  ],
])('%s is valid, with a warning', (mistake, old, what, hint) => {
  const { text, line } = withMistake(old, mistake);
  expect(problemsOf(text)).toEqual([
    expect.objectContaining({ line, what, hint: expect.stringContaining(hint) }),
  ]);
});
