import { shortLine } from '../text/plain-text.ts';

/** A title or name from the news on one line, at most `most` characters; never empty. */
export function titleLine(text: string, most = 160): string {
  return shortLine(text, most) || '(no title)';
}
