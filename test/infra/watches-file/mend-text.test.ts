import { describe, expect, it } from 'vitest';
import { compileWatches } from '../../../infra/watches-file/compile-watches.ts';
import { longForm, shareOf } from '../../long-form.ts';
import { MISTAKES, SOUND_FILE } from './mistakes-of-all-kinds.ts';
import { KEYS, LEVELS, OTHERS, QUOTES, SOUND, VALUES } from './mistakes.ts';

const now = Date.UTC(2026, 10, 21, 8);

const KINDS = [...LEVELS, ...QUOTES, ...KEYS, ...VALUES, ...OTHERS];
/** Mistakes of one kind stand beside each other: every third touches each kind. */
const SHARE = longForm(3, 1);

function problemsOf(text: string) {
  const compiled = compileWatches(text, { file: 'watches.yaml', now });
  const all = compiled.ok ? compiled.warnings : compiled.problems;
  return all.map(({ line, what, hint = '' }) => ({ line, what, hint }));
}

/** The sound file with a mistake, and the line of the mistake. */
function withMistake(old: string, mistake: string, sound = SOUND): { text: string; line: number } {
  const at = sound.indexOf(old);
  const before = sound.slice(0, at) + mistake.slice(0, Math.max(0, mistake.indexOf('§')));
  const own = mistake.includes('§') ? before : sound.slice(0, at + firstDifference(old, mistake));
  return { text: sound.replace(old, () => mistake.replace('§', '')), line: own.split('\n').length };
}

function firstDifference(old: string, mistake: string): number {
  let at = 0;
  while (at < old.length && old.charAt(at) === mistake.charAt(at)) at += 1;
  return at;
}

it.each([SOUND, SOUND_FILE])('the sound file has no problem', (sound) => {
  expect(problemsOf(sound)).toEqual([]);
});

it.each(shareOf(MISTAKES, { share: SHARE, turn: 0 }))(
  'one mistake gives one message, with its line, its key, its cause and a fix: %s',
  (_, old, mistake, path, what, hint) => {
    expect(SOUND_FILE).toContain(old);
    const { text, line } = withMistake(old, mistake, SOUND_FILE);
    const compiled = compileWatches(text, { file: 'watches.yaml', now });
    const problems = [...compiled.warnings, ...(compiled.ok ? [] : compiled.problems)];
    expect(
      problems.map((one) => ({ line: one.line, path: one.path, what: one.what, hint: one.hint })),
    ).toEqual([
      { line, path, what: expect.stringMatching(startOf(what)), hint: expect.stringContaining(hint) },
    ]);
  },
);

describe('one mistake gives one message, with its line, its cause and a fix', () => {
  it.each(shareOf(KINDS, { share: SHARE, turn: 1 }))('%s', (_, old, mistake, what, hint) => {
    expect(SOUND).toContain(old);
    const { text, line } = withMistake(old, mistake);
    const problems = problemsOf(text);
    expect(problems).toEqual([
      { line, what: expect.stringMatching(startOf(what)), hint: expect.stringContaining(hint) },
    ]);
  });

  it.each(shareOf(KINDS, { share: longForm(8, 1), turn: 0 }))(
    'with line ends of Windows: %s',
    (_, old, mistake, what) => {
      const { text, line } = withMistake(old, mistake);
      const problems = problemsOf(text.replaceAll('\n', '\r\n'));
      expect(problems.map((problem) => problem.line)).toEqual([line]);
      expect(problems[0]?.what).toMatch(startOf(what));
    },
  );
});

function startOf(what: string): RegExp {
  return new RegExp(`^${what.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`);
}

it('names the key that the column is in, also in braces', () => {
  const text = SOUND.replace(
    'query:\n      q: globex',
    'query: { ranked_only: false, q: Acme #1, lang: en }',
  );
  const compiled = compileWatches(text, { file: 'watches.yaml', now });
  const problems = compiled.ok ? [] : compiled.problems;
  expect(problems.map(({ path }) => path)).toEqual(['watches.globex.query.q']);
});

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
      { line: 1, what: 'The file is saved as UTF-16', hint: 'save it as UTF-8' },
    ]);
  });
});

describe('one mistake in a small file', () => {
  const HEAD = 'operators: { email: [a@acme.example] }\nchannels: { press: { email: [a@acme.example] } }\n';
  const messagesOf = (text: string) => {
    const compiled = compileWatches(text, { file: 'watches.yaml', now });
    return [...compiled.warnings, ...(compiled.ok ? [] : compiled.problems)].map(({ what }) => what);
  };

  it.each([
    [
      'a watch without a name',
      '  kind: search\n  query: { q: Acme }\n  alert: { channel: press }\n',
      'The watch has no name',
    ],
    [
      'a wrong channel',
      '  w: { kind: search, query: { q: Acme }, alert: { channel: pres } }\n',
      'There is no channel "pres"',
    ],
    ['an empty watch', '  w:\n', 'The key "w" has no value'],
    [
      'addresses in a watch',
      '  w: { kind: search, query: { q: Acme }, sms: ["+33600000000"] }\n',
      '"sms" belongs in a channel',
    ],
  ])('gives one message and no warning: %s', (_, watches, what) => {
    expect(messagesOf(`${HEAD}watches:\n${watches}`)).toEqual([what]);
  });

  it('a channel without a name gives one message', () => {
    const file =
      'operators: { email: [a@acme.example] }\nchannels:\n  email: [a@acme.example]\nwatches: {}\n';
    expect(messagesOf(file)).toEqual(['The channel has no name']);
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
      { line: 20, what: expect.stringContaining(what), hint: expect.stringContaining(hint) },
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

describe('two independent mistakes are two messages', () => {
  const mistakes = [
    [`      lang: [en]`, '\t\t\tlang: [en]', 13],
    ['severity: warning', 'severity: high', 15],
    ['q: \'"Acme Corp" AND merger\'', 'q: "Acme Corp" AND merger', 12],
    ['      q: globex', '       q: globex:', 20],
    ['    lookback: 7d', '   lookback: 7d', 21],
    ['  email: [oncall@acme.example]', '  emails: [oncall@acme.example]', 2],
    ['    quiet_hours:', '     quiet_hours:', 7],
  ] as const;
  const pairs = mistakes.flatMap((one, index) =>
    mistakes.slice(index + 1).map((other) => [one, other] as const),
  );
  it.each(pairs)('%j and %j', (one, other) => {
    const text = [one, other].reduce((now_, [old, mistake]) => now_.replace(old, () => mistake), SOUND);
    const lines = problemsOf(text).map(({ line }) => line);
    expect(lines).toEqual([one[2], other[2]].toSorted((a, b) => a - b));
  });
});

it('takes limited time for a large file of mistakes', () => {
  const before = performance.now();
  for (const piece of ['  a: "b" c\n', '\ta: b\n', ' a: b: c\n   d: e\n', '- a\n b\n', "a: 'b\n", 'a: [b\n'])
    expect(problemsOf(`${SOUND}${piece.repeat(longForm(300, 10_000))}`).length).toBeGreaterThan(0);
  expect(performance.now() - before).toBeLessThan(60_000);
});

it.each([
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
  expect(problemsOf(text)).toEqual([{ line, what, hint: expect.stringContaining(hint) }]);
});
