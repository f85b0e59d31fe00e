import { stemsOf } from '../language.ts';
import { amountOf, moneyIn } from './amount.ts';
import { type Extract, type Extracted, keywordsOf, NOTHING, speaksOf } from './extracted.ts';

const MONEY = 'amounts?|price|cost|value|money|raised|revenue|fund|deal|dollars?|fine|usd|eur';

/** Words so near a number say what it counts. */
const NEAR = 5;

/** A number: the amount of money named first, or the number nearest to the field's own words. */
export const extractNumber: Extract = (field, reading) => {
  if (speaksOf(field, MONEY)) {
    const [first] = moneyIn(reading.text);
    const value = first === undefined ? undefined : amountOf(first);
    if (value !== undefined) return { value, confidence: 0.7 };
  }
  const keywords = keywordsOf(field);
  let best: Extracted = NOTHING;
  for (const mention of reading.mentions()) {
    if (mention.kind !== 'number') continue;
    const value = amountOf(mention.text);
    const confidence = nearness(mention, keywords);
    if (value !== undefined && confidence > best.confidence) best = { value, confidence };
  }
  return best;
};

/** 0.8 when a keyword follows the number closely, 0.6 when one closely precedes it, 0.3 elsewhere in the sentence. */
function nearness(mention: { text: string; sentence: string }, keywords: ReadonlySet<string>): number {
  const at = mention.sentence.indexOf(mention.text);
  const before = stemsOf(mention.sentence.slice(0, Math.max(0, at)));
  const after = stemsOf(mention.sentence.slice(at + mention.text.length));
  const named = (part: readonly string[]) => part.some((stem) => keywords.has(stem));
  if (named(after.slice(0, NEAR))) return 0.8;
  if (named(before.slice(-NEAR))) return 0.6;
  return named(before) || named(after) ? 0.3 : 0;
}
