import { join } from 'node:path';
import * as z from 'zod';
import { readSettingsFile } from '../../kit/settings-file.ts';
import { SAMPLE_LANGUAGES, type SampleLanguage } from './languages.ts';

const lines = z.array(z.string()).min(1);
const topic = z.strictObject({ headlines: lines, leads: lines, details: lines, quotes: lines });
const phrases = z.strictObject({
  topics: z.record(z.string(), topic),
  context: lines,
  closing: lines,
  updates: lines,
});

/** What is said about one topic. A slot such as `{company}` is filled with a fact of the story. */
export type TopicPhrases = z.infer<typeof topic>;
export type Phrases = z.infer<typeof phrases>;

/** The phrases of each language; equal places of two languages say the same. */
export function readPhrases(): ReadonlyMap<SampleLanguage, Phrases> {
  return new Map(
    SAMPLE_LANGUAGES.map((language) => {
      const file = join(import.meta.dirname, `phrases/${language}.yaml`);
      return [language, readSettingsFile(file, phrases)];
    }),
  );
}
