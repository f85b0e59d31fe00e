import type { Parser } from './parser.ts';
import { answerParsers } from './parsers/answers.ts';
import { feedParsers } from './parsers/feeds.ts';
import { pageParsers } from './parsers/pages.ts';
import { textParsers } from './parsers/texts.ts';
import { watchesFileParsers } from './parsers/watches-file.ts';

/** Every reader of text that others write. */
export const PARSERS: readonly Parser[] = [
  ...watchesFileParsers,
  ...textParsers,
  ...answerParsers,
  ...feedParsers,
  ...pageParsers,
];
