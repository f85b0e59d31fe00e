import { moneyIn } from '../../kit/amounts.ts';
import { companyAfter, companyByForm } from '../../kit/names/company-name.ts';
import { sectorsIn } from './goods.ts';
import { dayOf, type DiscoveryRule, firstIn, known, summaryFrom } from './report.ts';

const MONEY = String.raw`(?:(?:US\$|[$€£¥₹]|USD\s|EUR\s|GBP\s|INR\s|Rs\.?\s?)\s?\d|\d[\d.,]*\s(?:[mb]illion\s)?(?:dollars|euros|pounds))`;
const RAISING = new RegExp(
  String.raw`^(?<before>.+?)\s(?:rais(?:es|ed|ing)|secur(?:es|ed)|clos(?:es|ed)|land(?:s|ed)|bag(?:s|ged)|nab(?:s|bed)|pick(?:s|ed) up|net(?:s|ted)|get(?:s)?|got|receiv(?:es|ed)|complet(?:es|ed)|announc(?:es|ed)|pull(?:s|ed) in|scor(?:es|ed))\s(?:\S+\s){0,5}?(?:${MONEY}|(?:series|seed|pre-seed|bridge))`,
  'i',
);
const GIVEN = new RegExp(
  String.raw`(?:invest(?:s|ed)?|puts?|pours?)\s(?:\S+\s){0,3}?${MONEY}\S*(?:\s\w+)?\s(?:in|into|for)\s(?<after>.+)`,
  'i',
);
const ROUND_FOR = new RegExp(
  String.raw`\b(?:round|funding|financing|investment)\sof\s${MONEY}\S*(?:\s\w+)?\s(?:\S+\s){0,6}?(?:of|for|at|in|into)\s(?<after>.+)`,
  'i',
);
const ROUND =
  /\b(?:series\s[A-H]\b|(?:pre-)?seed\b|bridge (?:round|loan)|funding|financing|venture|investors?|investment round|valuation|grant)\b/i;
/** Money for something else than the company that gets it: a purchase, debt, a listing, charity. */
const NO_ROUND =
  /\b(?:takeover|buyout|acqui\w+|to buy|bid|bonds?|debentures?|IPO|public offering|rights issue|share sale|stake sale|debt financing|charity|charities|relief|victims|crowdfund\w*|campaign|box[\s-]office|prices?|minimum wage|salar(?:y|ies)|taxe?s?|fees?|(?<!bridge )loans?|mortgage|lottery|damages|settlement)\b/i;

const KINDS: readonly (readonly [string, RegExp])[] = [
  ['Pre-Seed', /\bpre-seed\b/i],
  ['Seed', /\bseed\b/i],
  ['Bridge Round', /\bbridge (?:round|loan|financing)\b/i],
  ['Grant', /\bgrant\b/i],
];

const VALUATION =
  /\bvalu(?:ation of|ed at|ing (?:it|the company) at)\s+(?:\w+\s){0,2}?((?:US\$|[$€£¥₹])\s?[\d.,]+\s?(?:million|billion|bn|m)?)/i;

/** Rounds of funding of a named company, with a sum. */
export const fundingRule: DiscoveryRule = {
  type: 'fundraising',
  trigger:
    /\b(?:rais(?:e|es|ed|ing)|secur(?:es|ed)|clos(?:es|ed)|land(?:s|ed)|bag(?:s|ged)|funding|financing|seed|invest(?:s|ed)|series [a-h])\b[^]{0,200}(?:[$€£¥₹]|\b(?:rs|usd|eur|gbp|inr|dollars|euros|pounds|crores?)\b)|[$€£¥₹]\s?\d[^]{0,80}\b(?:funding|financing|round|series [a-h])\b/i,
  read(report) {
    const company = firstIn(report.sentences, companyIn);
    const group = report.sentences.filter((sentence) => RAISING.test(sentence) || ROUND.test(sentence));
    const money = firstIn(company ? [company.sentence, ...group] : [], moneyIn)?.value;
    const all = report.sentences.join(' ');
    if (!company || !money || !ROUND.test(all)) return undefined;
    if (!isOfMoney(report.title)) return undefined;
    if (NO_ROUND.test(report.title) || NO_ROUND.test(company.sentence.slice(0, 140))) return undefined;
    return {
      company: company.value,
      figure: money.amount,
      eventAt: dayOf(report, group),
      describe: () =>
        known({
          title: report.title,
          summary: summaryFrom(report, ROUND),
          amount: money.amount,
          currency: money.currency,
          funding_type: fundingTypeIn(group.join(' ')),
          investors: wholeNames(report.sentences.flatMap(investorsIn)).slice(0, 50),
          industry: sectorsIn(all)[0],
          valuation: VALUATION.exec(all)?.[1]?.trim(),
        }),
    };
  },
};

/** A round that is news is in the title. In the text of other news it is what the company did before. */
function isOfMoney(title: string): boolean {
  return RAISING.test(title) || GIVEN.test(title) || ROUND.test(title) || moneyIn(title) !== undefined;
}

function companyIn(sentence: string): string | undefined {
  return companyByForm(sentence, [RAISING, GIVEN, ROUND_FOR]);
}

function fundingTypeIn(text: string): string {
  const series = /\bseries\s([A-H])\b/i.exec(text)?.[1];
  if (series) return `Series ${series.toUpperCase()}`;
  return KINDS.find(([, form]) => form.test(text))?.[0] ?? 'Series Unknown';
}

/** Each name once, without those that only begin another: `Endive` beside `Endive Partners`. */
function wholeNames(names: readonly string[]): string[] {
  const all = [...new Set(names)];
  return all.filter((name) => !all.some((other) => other.startsWith(`${name} `)));
}

/** Names behind `led by`, `from`, `backed by` or `participation from`, apart by commas and `and`. */
function investorsIn(text: string): string[] {
  const names: string[] = [];
  const lists = text.matchAll(
    /\b(?:led by|co-led by|backed by|participation (?:from|of|by)|investors (?:include|including|such as))\s+([^.;]{3,160})/gi,
  );
  for (const [, list = ''] of lists) {
    for (const part of list.split(/,\s*(?:and\s+)?|\s+and\s+|\s+with\s+/)) {
      const name = companyAfter(part);
      if (name) names.push(name);
    }
  }
  return names;
}
