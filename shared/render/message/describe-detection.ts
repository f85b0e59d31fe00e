import type { AlertItem } from '../../domain/alerts/alert-item.ts';
import { defined } from '../../domain/lib/fields.ts';
import type { Detection } from '../../domain/policies/policy.ts';
import { formatMoment } from '../text/format-values.ts';
import { oneLine, shortLine } from '../text/plain-text.ts';
import type { AlertText } from './alert-text.ts';
import { describeItem } from './describe-item.ts';
import type { ExampleView } from './message-view.ts';

/** The longest sentence of a policy, which may contain words from the news. */
const TEXT_LIMIT = 500;
/** The longest value of a changed fact. */
const FACT_LIMIT = 120;

/**
 * What a policy detected. For one item: the item, with the reason above it. For a period: the sentence of the policy, with the
 * items as examples.
 */
export function describeDetection(
  { text, period, changes = [] }: Detection,
  { items, timezone }: { items: readonly AlertItem[]; timezone: string },
): AlertText {
  const sentence = shortLine(text, TEXT_LIMIT);
  const facts = changes.map(({ name, from = 'none', to = 'none' }) => {
    const [before, after] = [from, to].map((one) => shortLine(one, FACT_LIMIT));
    return `${oneLine(name).replaceAll('_', ' ')}: ${before} → ${after}`;
  });
  const [first] = items;
  if (!period && first) {
    const item = describeItem(first, timezone);
    return { headline: item.headline, lines: [sentence, ...facts], item };
  }
  const span = period
    ? [`From ${formatMoment(period.from, timezone)} to ${formatMoment(period.to, timezone)} (${timezone}).`]
    : [];
  return {
    headline: sentence,
    lines: [...span, ...facts],
    examples: items.map((item) => exampleOf(item, timezone)),
  };
}

function exampleOf(item: AlertItem, timezone: string): ExampleView {
  const { headline, source, link } = describeItem(item, timezone);
  return defined<ExampleView>({ headline, outlet: source.outlet, link });
}
