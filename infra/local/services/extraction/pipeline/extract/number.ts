import { allMoneyIn, countOf, type MoneyMention } from '../../../kit/text/amounts.ts';
import type { Enrichment } from '../criteria.ts';
import { stemsOf, wordsOf } from '../language.ts';
import type { Reading } from '../reading.ts';
import { amountOf } from './amount.ts';
import { type Extract, type Extracted, keywordsOf, NOTHING, speaksOf } from './extracted.ts';

const MONEY = 'amounts?|price|cost|value|money|raised|revenue|fund|deal|dollars?|fine|usd|eur';
/** Sums that are no price of anything: a field must ask for them by their name. */
const ROLES = /\b(?:valuation|valued|revenues?|sales|profits?|loss|turnover|market cap|assets|debt)\b/i;

/** Words so near behind a number say what it counts. */
const NEAR = 5;

/**
 * A number that the titles and first sentences give: the sum of money that was paid, or what is in front of the
 * field's own words. A part of a whole (`340 of its 3,800`), a year and a price of something else are no such number.
 */
export const extractNumber: Extract = (field, reading) => {
  if (speaksOf(field, MONEY)) {
    const value = moneyFor(field, reading);
    if (value !== undefined) return { value, confidence: 0.7 };
  }
  return counted(field, reading) ?? nearest(field, reading);
};

function moneyFor(field: Enrichment, reading: Reading): number | undefined {
  const role = ROLES.exec(`${field.name.replaceAll('_', ' ')} ${field.description}`)?.[0];
  const keywords = keywordsOf(field);
  for (const sentence of sentencesFor(keywords, reading)) {
    const found = allMoneyIn(sentence).find((money) =>
      role === undefined ? fits(money, reading) : isNear(role, { sentence, money }),
    );
    if (found) return found.amount;
  }
  return undefined;
}

/** A result is a value; everything else that is asked for is a sum that was paid. */
function fits({ role }: MoneyMention, { events }: Reading): boolean {
  return role === 'sum' || (role === 'value' && events.some(({ name }) => name === 'earnings'));
}

/** Sentences that report the event first, then what else has words of the field. */
function sentencesFor(keywords: ReadonlySet<string>, reading: Reading): string[] {
  const others = reading.events.length > 0 ? [] : reading.sentences();
  const named = others.filter((sentence) => stemsOf(sentence).some((stem) => keywords.has(stem)));
  return [...new Set([...reading.telling(), ...named])];
}

function isNear(role: string, { sentence, money }: { sentence: string; money: MoneyMention }): boolean {
  const around = sentence.slice(Math.max(0, money.at - 50), money.at + money.text.length + 30);
  return around.toLowerCase().includes(role.toLowerCase());
}

/** The count in front of a noun of the field: `Number of jobs, workers or employees that go`. */
function counted({ description }: Enrichment, reading: Reading): Extracted | undefined {
  const nouns = wordsOf(description)
    .filter(({ filler, text }) => !filler && text.length > 2 && text !== 'number')
    .map(({ text }) => text.replaceAll(/[^\p{L}-]/gu, ''))
    .filter(Boolean)
    .map((text) => `${text.replace(/s$/, '')}s?`);
  if (nouns.length === 0) return undefined;
  for (const sentence of reading.telling()) {
    const count = countOf(nouns.join('|'), sentence);
    const value = count?.exact ?? count?.most ?? count?.least;
    if (value !== undefined) return { value, confidence: count?.exact === undefined ? 0.6 : 0.8 };
  }
  return undefined;
}

/** For a field without a kind of event: the number that one of its words follows closely. */
function nearest(field: Enrichment, reading: Reading): Extracted {
  if (reading.events.length > 0) return NOTHING;
  const keywords = keywordsOf(field);
  for (const mention of reading.mentions()) {
    if (mention.kind !== 'number' || /^(?:19|20)\d\d$/.test(mention.text)) continue;
    const value = amountOf(mention.text);
    const at = mention.sentence.indexOf(mention.text);
    const after = stemsOf(mention.sentence.slice(at + mention.text.length));
    if (value !== undefined && after.slice(0, NEAR).some((stem) => keywords.has(stem)))
      return { value, confidence: 0.6 };
  }
  return NOTHING;
}
