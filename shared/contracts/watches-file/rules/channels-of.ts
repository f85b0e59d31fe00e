import type { PartialFile } from '../schema/file-schema.ts';
import type { PartialWatch } from '../schema/watch-schema.ts';

/** The channels that a watch of a file names, or that of the defaults, each once. None: they are missing or wrong. */
export function namedChannels({ alert }: PartialWatch, { defaults }: PartialFile): string[] {
  const one = alert?.channel ?? defaults?.channel;
  return [...new Set(alert?.channels ?? (one === undefined ? [] : [one]))];
}
