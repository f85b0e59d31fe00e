import { join } from 'node:path';
import * as z from 'zod';
import { ENRICHMENT_TYPES } from '../../../../../shared/domain/services/extraction-rules.ts';
import { readSettingsFile } from '../../kit/settings-file.ts';

/** A criterion for keeping a record (extraction service, validators and enrichments items). */
export const validatorSchema = z.object({
  name: z.string(),
  description: z.string(),
  type: z.literal('boolean'),
});

/** A field to take out of a record's articles. */
export const enrichmentSchema = z.object({
  name: z.string(),
  description: z.string(),
  type: z.enum(ENRICHMENT_TYPES),
});

export type Validator = z.infer<typeof validatorSchema>;
export type Enrichment = z.infer<typeof enrichmentSchema>;

/** A validator that says so holds where one of the things it names is found; others need more than half of them. */
export const ANY_OF = 'at least one of';

/** A kind of event the service knows: its place in the taxonomy, the phrases that name it, what to ask about it. */
export interface EventType {
  name: string;
  path: string;
  /** Words apart by blanks; `*` at the end of a word means any ending. */
  phrases: readonly string[];
  /** Phrases by which articles on it are found too, but by which nobody asks for it: `fires` may be flames. */
  also: readonly string[];
  fields: readonly Enrichment[];
}

const fields = z.array(enrichmentSchema);
const written = z.strictObject({
  'shared fields': fields,
  'event types': z.record(
    z.string(),
    z.strictObject({ phrases: z.string(), also: z.string().optional(), fields }),
  ),
});
const read = readSettingsFile(join(import.meta.dirname, 'event-types.yaml'), written);

/** The kinds of event in the order of their file. The first phrase of each is its own name. */
export const EVENT_TYPES: readonly EventType[] = Object.entries(read['event types']).map(
  ([path, { phrases, also, fields }]) => {
    const name = path.split('/')[1] ?? path;
    return {
      name,
      path,
      also: also?.split(', ') ?? [],
      phrases: [name.replaceAll('_', ' '), ...phrases.split(', ')],
      fields,
    };
  },
);
