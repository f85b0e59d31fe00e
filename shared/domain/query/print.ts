import type { QueryNode, WordPattern } from './ast.ts';
import { normalizeText } from './words.ts';

/**
 * The canonical text of a query: every operator written, brackets around each joined part. Parsing this text gives the
 * same tree again.
 */
export function printQuery(query: QueryNode): string {
  switch (query.type) {
    case 'everything':
      return '*';
    case 'term':
      return `${query.required ? '+' : ''}${spell(query.word.text)}`;
    case 'phrase':
      return `${query.required ? '+' : ''}${printPhrase(query.words)}`;
    case 'near': {
      const values = [...query.phrases.map(printPhrase), String(query.distance)];
      return `NEAR(${[...values, ...(query.ordered ? ['true'] : [])].join(', ')})`;
    }
    case 'not':
      return `NOT ${printPart(query.part)}`;
    case 'all':
      return query.parts.map(printPart).join(' AND ');
    case 'any':
      return query.parts.map(printPart).join(' OR ');
  }
}

function printPart(part: QueryNode): string {
  return part.type === 'all' || part.type === 'any' ? `(${printQuery(part)})` : printQuery(part);
}

/** A blank is not allowed before a wildcard, nor after a lone one; a hyphen splits words as well. */
function printPhrase(words: readonly WordPattern[]): string {
  const texts = words.map((word) => spell(word.text));
  const separated = texts.map((text, index) => {
    const before = texts[index - 1];
    if (before === undefined) return text;
    return /^[*?]/.test(text) || before === '*' ? `-${text}` : ` ${text}`;
  });
  return `"${separated.join('')}"`;
}

/**
 * A few letters have a composed form only in lower case (`ẖ`, from H with a line below). Lower-casing leaves such a word
 * decomposed, and parsing would compose it. So its base letters are written in upper case.
 */
function spell(text: string): string {
  if (normalizeText(text) === text) return text;
  return text.replace(/\P{M}\p{M}+/gu, (cluster) => {
    const [base = ''] = cluster;
    return normalizeText(cluster) === cluster ? cluster : base.toUpperCase() + cluster.slice(base.length);
  });
}
