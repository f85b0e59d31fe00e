import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { type Comment, parse } from 'acorn';
import { full } from 'acorn-walk';

/** A text in the code, and where. */
export interface Text {
  file: string;
  line: number;
  text: string;
}

/** Files whose texts a person may read: what runs for users, and the pages beside it. */
export const SOURCES = '{shared,functions,infra}/**/*.ts';
export const PAGES = '{*.md,docs/**/*.md,.github/**/*.{md,yml},watches.yaml}';

/** A text holds at least two words with a space between them; one word is a name, a key or a value. */
const WORDS = /\p{L}{2,}[\p{L}\p{N}'’,.;:()-]* +(?:\p{L}|\{)/u;

/** Texts of a file that a person may read: strings and templates of two or more words. `{}` stands for a value. */
export function textsOf(file: string, source?: string): Text[] {
  const { texts } = source === undefined ? readFile(file) : readCode(file, source);
  return texts.filter(({ text }) => WORDS.test(text));
}

/** The text behind `it(`, `describe.each(…)(` and the like, in quotes of any kind. */
const TITLE = /(?:\b(?:it|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])+)\1\s*,/g;

/** Titles of the tests of a file. They are searched as text: to parse all tests takes seconds. */
export function titlesOf(file: string, source = readFileSync(file, 'utf8')): Text[] {
  return Array.from(source.matchAll(TITLE), ({ index, 2: text = '' }) => ({
    file,
    line: source.slice(0, index).split('\n').length,
    text,
  }));
}

/** Comments of a file, those of documentation included. */
export function commentsOf(file: string): Text[] {
  return readFile(file).comments;
}

/** Texts of all files that run for users. */
export function allTexts(): Text[] {
  return globSync(SOURCES)
    .toSorted()
    .flatMap((file) => textsOf(file));
}

interface Code {
  texts: Text[];
  comments: Text[];
}

/** Files that were read already: to parse them all takes seconds. */
const READ = new Map<string, Code>();

function readFile(file: string): Code {
  const code = READ.get(file) ?? readCode(file, readFileSync(file, 'utf8'));
  READ.set(file, code);
  return code;
}

function readCode(file: string, source: string): Code {
  const code = stripTypeScriptTypes(source, { mode: 'strip' });
  const onComment: Comment[] = [];
  const program = parse(code, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    locations: true,
    allowHashBang: true,
    onComment,
  });
  const texts: Text[] = [];
  const imported = new Set<unknown>();
  full(program, (node: any) => {
    if (node.source) imported.add(node.source);
  });
  full(program, (node: any) => {
    const line = node.loc.start.line;
    if (node.type === 'Literal' && typeof node.value === 'string' && !imported.has(node)) {
      texts.push({ file, line, text: node.value });
    }
    if (node.type === 'TemplateLiteral') {
      texts.push({ file, line, text: node.quasis.map((part: any) => part.value.cooked).join('{}') });
    }
  });
  const comments = onComment.map(({ value, loc }) => ({ file, line: loc?.start.line ?? 0, text: value }));
  return { texts, comments: [...comments, ...commentsInTypes(file, { source, code })] };
}

/**
 * Types are taken out before a file is parsed, and comments within them too: those of the lines that are then empty.
 */
function commentsInTypes(file: string, { source, code }: { source: string; code: string }): Text[] {
  const left = code.split('\n');
  const lines = source.split('\n').map((line, at) => ((left[at] ?? '').trim() === '' ? line : ''));
  const types = lines.join('\n');
  return Array.from(types.matchAll(/\/\*[\s\S]*?\*\/|(?<=^\s*)\/\/.*/gm), (found) => ({
    file,
    line: types.slice(0, found.index).split('\n').length,
    text: found[0],
  }));
}
