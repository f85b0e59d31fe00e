import { join } from 'node:path';
import * as z from 'zod';
import { NEWS_THEMES } from '../../../../../shared/domain/services/news-values.ts';
import { readSettingsFile } from '../../kit/settings-file.ts';

const theme = z.strictObject({
  /** Beginnings of English words by which the theme is known. */
  words: z.string().transform((text) => text.split(' ')),
  /** The IPTC media topic that goes with it. */
  iptc: z.strictObject({ id: z.string(), name: z.string() }),
  /** The category of the IAB content taxonomy that goes with it. */
  iab: z.string(),
});

/** The themes that the service derives itself, with their words and tags. */
export const THEMES = new Map<string, z.infer<typeof theme>>(
  Object.entries(
    readSettingsFile(
      join(import.meta.dirname, 'themes.yaml'),
      z.partialRecord(z.enum(NEWS_THEMES), theme.optional()),
    ),
  ).flatMap(([name, read]) => (read ? [[name, read] as const] : [])),
);
