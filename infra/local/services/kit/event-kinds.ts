import { join } from 'node:path';
import * as z from 'zod';
import { ENRICHMENT_TYPES } from '../../../../shared/domain/services/extraction-rules.ts';
import { readSettingsFile } from './settings-file.ts';

/** A field to take out of a record's articles. */
export const enrichmentSchema = z.object({
  name: z.string(),
  description: z.string(),
  type: z.enum(ENRICHMENT_TYPES),
});

export type Enrichment = z.infer<typeof enrichmentSchema>;

/** Phrases of a file, each as its words. */
export const phraseList = z
  .string()
  .transform((text) => text.split(',').map((phrase) => phrase.trim().toLowerCase().split(/\s+/)));

/** Words that follow each other, as event-kinds.yaml describes them. */
export type Pattern = readonly string[];

const fields = z.array(enrichmentSchema);
const written = z.strictObject({
  'shared fields': fields,
  'event types': z.record(
    z.string(),
    z.strictObject({
      phrases: phraseList,
      also: phraseList.default([]),
      says: phraseList,
      not: phraseList.default([]),
      company: z.boolean().default(false),
      fields,
    }),
  ),
});
const read = readSettingsFile(join(import.meta.dirname, 'event-kinds.yaml'), written);

/** The kinds of event in the order of their file. The first phrase of each is its own name. */
export const EVENT_KINDS = Object.entries(read['event types']).map(([path, kind]) => {
  const name = path.split('/')[1] ?? path;
  return { ...kind, name, path, phrases: [name.split('_'), ...kind.phrases] };
});

export type EventKind = (typeof EVENT_KINDS)[number];
