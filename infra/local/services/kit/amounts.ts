import { SCALES } from '../../../../shared/domain/text/scale-words.ts';

/** ISO 4217 by the sign or word beside a sum. */
const UNITS: Readonly<Record<string, string>> = {
  $: 'USD',
  us$: 'USD',
  dollar: 'USD',
  '€': 'EUR',
  euro: 'EUR',
  '£': 'GBP',
  pound: 'GBP',
  rs: 'INR',
  rupee: 'INR',
  '%': '%',
  percent: '%',
};

/** `$20 million`, `€1.5bn`, `Rs 1,690 crore`, `3 million euros`, `4,200`, `10%`: a sign, a figure, its scale, a unit. */
const FIGURE = new RegExp(
  String.raw`(?<![\p{L}\d.,])((?:US)?\$|[€£]|Rs\b\.?)?\s?(\d[\d,]*(?:\.\d+)?)(?:[\s-]?(${Object.keys(SCALES).join('|')})\b)?(?:\s?(%|(?:percent|dollar|euro|pound|rupee)s?\b))?`,
  'giu',
);

/** So many characters behind a figure can be about it. */
const BEHIND = 200;

/** A figure of a text. */
export interface Amount {
  /** In whole units: `$12.5 million` is 12500000. */
  value: number;
  /** ISO 4217 of a sum of money, `%` of a share; undefined for a plain number. */
  unit: string | undefined;
  /** As it is written. */
  text: string;
  /** What follows it in the text, as far as it can be about the figure. */
  behind: string;
}

/** Every figure of a text, in order. */
export function amountsIn(text: string): Amount[] {
  return [...text.matchAll(FIGURE)].map(({ 0: whole, 1: sign, 2: digits = '', 3: scale, 4: word, index }) => {
    const named = (sign ?? word ?? '').toLowerCase().replace(/\.$/, '');
    const unit = UNITS[named] ?? UNITS[named.replace(/s$/, '')];
    // Without what binary fractions add: 12.3 million is 12300000, not 12300000.000000002.
    const value = Number(
      (Number(digits.replaceAll(',', '')) * (SCALES[(scale ?? '').toLowerCase()] ?? 1)).toPrecision(12),
    );
    const end = index + whole.length;
    return { value, unit, text: whole.trim(), behind: text.slice(end, end + BEHIND) };
  });
}

/** The number in front of something that is counted: `4,200 salaried workers`; of `340 of its 3,800 staff` the first. */
export function countOf(text: string, isCounted: (word: string) => boolean): number | undefined {
  return amountsIn(text).find(({ unit, behind }) => {
    const [near = ''] = behind.replace(/^\s(?:of|out of) (?:its|their|the) [\d,]+/, '').split(/[\d,.;:]/);
    const words = near.toLowerCase().trim().split(/\s+/);
    return unit === undefined && words.slice(0, 4).some(isCounted);
  })?.value;
}
