import type { Finding } from '../../domain/findings/finding.ts';
import type { UnusableItem } from '../../domain/findings/quarantine.ts';
import { isFaultOfItem } from '../../domain/lib/errors.ts';
import { fullJson } from '../../domain/lib/full-json.ts';
import type { FoundItems } from '../../use-cases/ports/source.ts';

/** How the items of an answer become findings. */
export interface FindingReading<T> {
  toFinding: (item: T) => Finding;
  /** Whether the JSON of each finding is stored. */
  keepRaw: boolean;
  /** Items of the same answer that cannot be read. */
  unusable: readonly UnusableItem[];
}

/** Items as findings, each read by itself: one at which our code fails leaves the others alone. */
export function foundItems<T extends { raw: unknown }>(
  items: readonly T[],
  { toFinding, keepRaw, unusable: unread }: FindingReading<T>,
): FoundItems {
  const findings: Finding[] = [];
  const sources = new Map<string, unknown>();
  const unusable = [...unread];
  for (const item of items) {
    try {
      const finding = toFinding(item);
      findings.push(finding);
      sources.set(finding.fingerprint, item.raw);
    } catch (error) {
      if (!isFaultOfItem(error)) throw error;
      unusable.push({ raw: item.raw, reason: `It cannot be read: ${error.message}`, error });
    }
  }
  return {
    findings,
    sources,
    unusable,
    ...(keepRaw && { raw: new Map(Array.from(sources, ([id, raw]) => [id, fullJson(raw)])) }),
  };
}
