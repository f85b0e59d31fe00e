import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileWatches, printProblems } from '../../../infra/watches-file/compile-watches.ts';
import { desiredSchema } from '../../../shared/contracts/stored/definitions.ts';
import { isSame } from '../../../shared/domain/lib/hash.ts';
import { anyCharacter } from '../../any-character.ts';
import { fullForm } from '../../full-form.ts';

const sample = readFileSync(new URL('../../../watches.yaml', import.meta.url), 'utf8');
const now = Date.UTC(2026, 10, 21);

/** What a hand or a bad merge does to a file. */
const pieces = fc.oneof(
  fc.constantFrom(
    '\n',
    ' ',
    '\t',
    ':',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    '- ',
    '#',
    '&a ',
    '*a',
    '!x ',
    '---\n',
    '? ',
    '|\n',
    '\\',
    '%YAML 1.1\n',
    '~',
    '<<: ',
    '\u0000',
    '\r',
  ),
  fc.constantFrom(
    'null',
    '5',
    'true',
    'operators',
    'kind: x',
    '__proto__',
    'constructor',
    '{}',
    '[[]]',
    '-1',
    '1e400',
    '.nan',
    '0x10',
    '2026-01-01',
  ),
  fc.string({ maxLength: 6, unit: anyCharacter }),
);
const mutation = fc.record({ at: fc.nat(sample.length), cut: fc.nat(12), piece: pieces });

function mutate(text: string, { at, cut, piece }: { at: number; cut: number; piece: string }): string {
  return text.slice(0, at) + piece + text.slice(at + cut);
}

it('never throws, whatever happens to a good file, and points every problem into it', () => {
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => {
      const text = mutations.reduce(mutate, sample);
      const compiled = compileWatches(text, { file: 'watches.yaml', now });
      const lines = text.split('\n').length;
      const problems = compiled.ok ? compiled.warnings : compiled.problems;
      for (const { line, column } of problems) {
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(lines);
        expect(column).toBeGreaterThanOrEqual(1);
      }
      const sound = compiled.ok
        ? isSame(desiredSchema.parse(compiled.desired), compiled.desired)
        : printProblems(compiled.problems, 'error') !== '';
      expect(sound).toBe(true);
    }),
    { numRuns: fullForm(30, 300) },
  );
});

it('never throws on text that was no file of watches at all', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: anyCharacter }), (text) => {
      expect(compileWatches(text, { file: 'watches.yaml', now }).ok).toBe(false);
    }),
    { numRuns: fullForm(30, 300) },
  );
});
