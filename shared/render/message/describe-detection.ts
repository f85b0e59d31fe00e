import type { Detection } from '../../domain/policies/policy.ts';
import { oneLine, shorten } from '../text/plain-text.ts';
import { sayMoment } from '../text/format-moment.ts';

/** The longest sentence of a policy: ours, with a few words from the news in it. */
const TEXT_LIMIT = 500;
/** What a fact was and is, at most. */
const FACT_LIMIT = 120;

/**
 * What a policy saw. Of one item it is told as the item, with the reason on top; of a span as the sentence of the policy,
 * with the items below as examples.
 */
export function describeDetection(
  { text, period, changes = [] }: Detection,
  { items, timezone }: { items: readonly { headline: string; lines: string[] }[]; timezone: string },
): { headline: string; lines: string[] } {
  const sentence = shorten(oneLine(text), TEXT_LIMIT);
  const facts = changes.map(({ name, from, to }) => {
    const [before, after] = [from ?? 'nothing', to ?? 'nothing'].map((one) =>
      shorten(oneLine(one), FACT_LIMIT),
    );
    return `${oneLine(name).replaceAll('_', ' ')}: ${before} → ${after}`;
  });
  const [first] = items;
  if (!period && first) return { headline: first.headline, lines: [sentence, ...facts, ...first.lines] };
  const span = period
    ? [`From ${sayMoment(period.from, timezone)} to ${sayMoment(period.to, timezone)} (${timezone}).`]
    : [];
  const examples = items.flatMap(({ headline, lines }) => [headline, ...lines.slice(-1)]);
  return { headline: sentence, lines: [...span, ...facts, ...examples] };
}
