import type { Detection } from '../../domain/policies/policy.ts';
import { formatMoment } from '../text/format-values.ts';
import { oneLine, shortLine } from '../text/plain-text.ts';

/** The longest sentence of a policy, which may contain words from the news. */
const TEXT_LIMIT = 500;
/** The longest value of a changed fact. */
const FACT_LIMIT = 120;

/**
 * What a policy detected. For one item: the item, with the reason above its lines. For a period: the sentence of the
 * policy, with the items below as examples.
 */
export function describeDetection(
  { text, period, changes = [] }: Detection,
  { items, timezone }: { items: readonly { headline: string; lines: string[] }[]; timezone: string },
): { headline: string; lines: string[] } {
  const sentence = shortLine(text, TEXT_LIMIT);
  const facts = changes.map(({ name, from = 'none', to = 'none' }) => {
    const [before, after] = [from, to].map((one) => shortLine(one, FACT_LIMIT));
    return `${oneLine(name).replaceAll('_', ' ')}: ${before} → ${after}`;
  });
  const [first] = items;
  if (!period && first) return { headline: first.headline, lines: [sentence, ...facts, ...first.lines] };
  const span = period
    ? [`From ${formatMoment(period.from, timezone)} to ${formatMoment(period.to, timezone)} (${timezone}).`]
    : [];
  const examples = items.flatMap(({ headline, lines }) => [headline, ...lines.slice(-1)]);
  return { headline: sentence, lines: [...span, ...facts, ...examples] };
}
