import { type Finding, foundItemOf } from '../../shared/domain/findings/finding.ts';
import { readItems } from '../../shared/use-cases/collect/insert-findings.ts';
import type { FoundItems, FoundPage } from '../../shared/use-cases/ports/services.ts';

/** A page of findings, as a service gives it. */
export function pageOf(findings: readonly Finding[], more: Partial<FoundPage> = {}): FoundPage {
  const items = findings.map((finding) => foundItemOf(finding));
  return { items, refused: 0, hits: findings.length, pages: 1, capped: false, calls: 1, ...more };
}

/** A page with all of its items read. What cannot be read stands beside what the service gave without an identity. */
export async function readPage(asked: Promise<FoundPage>): Promise<FoundPage & Required<FoundItems>> {
  const page = await asked;
  const read = readItems(page.items);
  return { ...page, ...read, unusable: [...(page.unusable ?? []), ...read.unusable] };
}
