import { join } from 'node:path';
import * as z from 'zod';
import { readSettingsFile } from '../../kit/settings-file.ts';
import type { EventType } from './event-types.ts';
import { wordsOf } from './language.ts';
import { phraseOf, placeOf } from './phrase.ts';

/** A folded line of the file begins with a blank. */
const form = z
  .string()
  .transform((text) => text.replaceAll('| ', '|'))
  .pipe(z.string());
const insensitive = form.transform((text) => new RegExp(text, 'iu'));

const senses = readSettingsFile(
  join(import.meta.dirname, 'senses.yaml'),
  z.record(
    z.string(),
    z.strictObject({
      tells: insensitive.optional(),
      not: insensitive.optional(),
      behind: insensitive.optional(),
      before: insensitive.optional(),
      company: z.boolean().default(false),
    }),
  ),
);

/** What a sentence must say to tell of an event, and where its company is (senses.yaml). */
export type Sense = (typeof senses)[string];

const ANY: Sense = { company: false };

/** The sense of a kind of event, by its name. */
export function senseOf(event: string): Sense {
  return senses[event] ?? ANY;
}

/** Whether a sentence reports an event of this kind: `hackers stole data` does of a breach, `a breach of trust` does not. */
export function tellsOf({ name, phrases }: EventType, sentence: string): boolean {
  const { tells, not } = senseOf(name);
  if (not?.test(sentence)) return false;
  if (tells) return tells.test(sentence);
  const words = wordsOf(sentence);
  return phrases.some((phrase) => placeOf(phraseOf(phrase), words) !== -1);
}
