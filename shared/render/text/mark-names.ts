import type { ArticleMark } from '../../domain/findings/finding.ts';

const MARKS: Readonly<Record<ArticleMark, string>> = {
  paywall: 'behind a paywall',
  opinion: 'opinion',
  'press-release': 'press release',
};

/** The marks of an article in words. */
export function markNames({ marks = [] }: { marks?: readonly ArticleMark[] }): string[] {
  return marks.map((mark) => MARKS[mark]);
}

/** The marks of an article behind other facts: `, behind a paywall, opinion`. Empty without any. */
export function marksText(item: { marks?: readonly ArticleMark[] }): string {
  return markNames(item)
    .map((mark) => `, ${mark}`)
    .join('');
}
