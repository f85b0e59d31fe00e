import { formsOf, timesIn } from '../phrase.ts';
import { wordsOf } from '../language.ts';
import { type Extract, NOTHING } from './extracted.ts';

/** The option that the text names most often. The description lists options after `one of:`, or in brackets. */
export const extractOption: Extract = ({ description }, reading) => {
  const counted = optionsIn(description).map((option) => ({
    option,
    times: timesNamed(option, reading.words()),
  }));
  const [best] = counted.filter(({ times }) => times > 0).toSorted((a, b) => b.times - a.times);
  return best ? { value: best.option, confidence: Math.min(0.9, 0.5 + best.times * 0.1) } : NOTHING;
};

/** The options of `Severity, one of: low, medium or high`. */
export function optionsIn(description: string): string[] {
  const list =
    /(?:one of|either|options?)\s*:?\s*([^.]+)/i.exec(description)?.[1] ??
    /\(([^)]+)\)/.exec(description)?.[1];
  if (list === undefined) return [];
  return list
    .split(/\s*[,;/|]\s*|\s+or\s+/)
    .map((option) => option.replaceAll(/^["'(]+|["')]+$/g, '').trim())
    .filter(Boolean);
}

function timesNamed(option: string, words: Parameters<typeof timesIn>[1]): number {
  const parts = wordsOf(option);
  const [only] = parts;
  if (parts.length === 1 && only) return Math.max(...formsOf(only).map((form) => timesIn(form, words)));
  return timesIn(
    parts.map(({ text }) => text),
    words,
  );
}
