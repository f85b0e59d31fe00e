import type { Parser } from './parser.ts';
import { answerParsers } from './parsers/answers.ts';
import { commandLineParsers } from './parsers/command-line.ts';
import { feedParsers } from './parsers/feeds.ts';
import { pageParsers } from './parsers/pages.ts';
import { storedParsers } from './parsers/stored.ts';
import { textParsers } from './parsers/texts.ts';
import { watchesFileParsers } from './parsers/watches-file.ts';

/** Every reader of outside text. */
export const PARSERS: readonly Parser[] = [
  ...watchesFileParsers,
  ...textParsers,
  ...answerParsers,
  ...feedParsers,
  ...pageParsers,
  ...storedParsers,
  ...commandLineParsers,
];
