import * as z from 'zod';
import { tryParse } from '../../contracts/parse-as.ts';
import { storedFinding, storedFindingSchema } from '../../contracts/stored/stored.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import { bytesSchema, deflated, inflated, startAndRest } from '../long-text.ts';

/** The attribute of a finding with the rest of its snippet. */
export const REST = 'snippetRest';

const packedSchema = z.looseObject({
  finding: z.looseObject({ snippet: z.string(), [REST]: bytesSchema }),
});

/** Reads a finding that was stored in either form. */
export const findingItemSchema = z.preprocess(unpacked, storedFindingSchema);

/**
 * A finding as it is stored. One with a verdict has the rest of a long snippet in DEFLATE. One without stays as it is: it is judged by its
 * whole text, also by a version before.
 */
export function findingFields(found: StoredFinding) {
  const stored = storedFinding(found);
  return found.verdict ? { ...stored, finding: packed(stored.finding) } : stored;
}

function packed(finding: Record<string, unknown>): Record<string, unknown> {
  const { snippet } = finding;
  if (typeof snippet !== 'string') return finding;
  const { start, rest } = startAndRest(snippet);
  const bytes = deflated(rest);
  return bytes ? { ...finding, snippet: start, [REST]: bytes } : finding;
}

function unpacked(item: unknown): unknown {
  const read = tryParse(packedSchema, item);
  if (!read.success) return item;
  const { [REST]: rest, ...finding } = read.data.finding;
  return { ...read.data, finding: { ...finding, snippet: finding.snippet + inflated(rest) } };
}
