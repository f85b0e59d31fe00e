import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allTexts, commentsOf, PAGES, SOURCES, textsOf, titlesOf } from './texts/find-texts.ts';

/** Words that the glossary replaces (docs/style.md). A quoted `word` is a stored value or a key, and may be named. */
const REPLACED =
  /(?<![\w-])(told|tells|rings|rang|anew|shelf|shelves|life signs?|silent base|sightings?|upkeep|keepers?|cured|tall(?:y|ies)|troubles?|holdings|covered edge|stands|hears)(?![\w-])/i;

const replacedIn = (text: string) => REPLACED.exec(text.replaceAll(/`[^`]*`/g, ''))?.[0];

describe('texts that a person reads', () => {
  /** Words that the local extraction service leaves out of a query are data, not texts. */
  const DATA = ['infra/local/services/extraction/pipeline/concepts.ts'];

  it('use no word that the glossary replaces', () => {
    const found = allTexts()
      .filter(({ file }) => !DATA.includes(file))
      .filter(({ text }) => replacedIn(text) !== undefined);
    expect(found.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([]);
  });

  it('use right plurals: no "1 alerts" and no "(s)"', () => {
    const found = allTexts().filter(({ text }) =>
      /(?<![\w-.])1 (?!is |has |was )\w+s\b(?! of\b)|\w\(s\)(?! has begun)/.test(text),
    );
    expect(found.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([]);
  });

  it.each(globSync(PAGES).filter((page) => page !== 'docs/style.md'))('%s uses none of them', (page) => {
    const code = /```[\s\S]*?```|`[^`\n]+`/g;
    const lines = readFileSync(page, 'utf8').replaceAll(code, '').split('\n');
    expect(lines.filter((line) => replacedIn(line) !== undefined)).toEqual([]);
  });
});

describe('comments', () => {
  it('use no word that the glossary replaces', () => {
    const comments = globSync(SOURCES).flatMap((file) => commentsOf(file));
    const found = comments.filter(({ text }) => replacedIn(text) !== undefined);
    expect(found.map(({ file, line }) => `${file}:${line}`)).toEqual([]);
  });
});

describe('titles of tests', () => {
  it('use no word that the glossary replaces', () => {
    const titles = globSync('test/**/*.ts').flatMap((file) => titlesOf(file));
    expect(titles.length).toBeGreaterThan(2_000);
    const found = titles.filter(({ text }) => replacedIn(text) !== undefined);
    expect(found.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([]);
  });
});

describe('the search for texts', () => {
  it('finds strings and templates of two or more words, and no imports', () => {
    const source =
      "import a from 'two words';\nconst b = `${a} new alerts`;\nconst c: string = 'It failed.';\nconst d = 'key';";
    expect(textsOf('x.ts', source)).toEqual([
      { file: 'x.ts', line: 2, text: '{} new alerts' },
      { file: 'x.ts', line: 3, text: 'It failed.' },
    ]);
  });

  it('finds titles of tests, also behind a table', () => {
    const source = "it('one', () => {});\n\ndescribe.each([\n  ['a'],\n])(\n  'the %s',\n  () => {});";
    expect(titlesOf('x.test.ts', source)).toEqual([
      { file: 'x.test.ts', line: 1, text: 'one' },
      { file: 'x.test.ts', line: 5, text: 'the %s' },
    ]);
  });

  it('finds comments, also those within types', () => {
    const comments = commentsOf('infra/local/services/kit/corpus/article-record.ts');
    expect(comments.map(({ text }) => text)).toContain(
      "/** The record's own id, else a hash of its link or title. */",
    );
  });

  it('notices a replaced word, but not one in backticks', () => {
    expect(replacedIn('Nothing was told.')).toBe('told');
    expect(replacedIn('Stored as `told`.')).toBeUndefined();
  });
});
