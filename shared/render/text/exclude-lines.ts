import type { ProposedExclusions } from '../../domain/pages/reader-action.ts';
import { shortLine } from './plain-text.ts';

const PHRASE_LIMIT = 200;

/**
 * The lines of `watches.yaml` that exclude what readers found wrong with a watch, to be added to what it excludes;
 * undefined when there is nothing to exclude.
 */
export function excludeLines(
  watchId: string,
  { domains, phrases }: ProposedExclusions,
): readonly string[] | undefined {
  if (domains.length === 0 && phrases.length === 0) return undefined;
  return [
    'watches:',
    `  ${watchId}:`,
    '    exclude:',
    ...(domains.length > 0 ? [`      domains: ${listOf(domains)}`] : []),
    ...(phrases.length > 0 ? [`      phrases: ${listOf(phrases)}`] : []),
  ];
}

/** A list in one line. JSON is YAML, too. */
function listOf(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(shortLine(text, PHRASE_LIMIT))).join(', ')}]`;
}
