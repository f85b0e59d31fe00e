import { lastRead } from '../read-english.ts';
import { isNameLike } from './company-name.ts';
import { COMPANY_NAMES, kindOfName, NAME_WORDS, plainWord } from './name-kind.ts';

const list = (words: Iterable<string>) => [...words].map(escaped).join('|');
const DESCRIBED = list(NAME_WORDS.descriptions);
const KINDS = list(NAME_WORDS.kinds);
const ROLES = list(NAME_WORDS.roles);
const FORMS = String.raw`(?:Inc|Corp|Corporation|Co|Ltd|Limited|LLC|PLC|plc|AG|SE|NV|GmbH|SA|Pvt|Group|group|Holdings|Industries)\b`;
const DOES = String.raw`(?:lays? off|laid off|acquires?|acquired|to acquire|raises \S*\d|raised \S*\d|has raised|recalls \d|to recall|launch(?:es|ed)|unveil(?:s|ed)|files? for|filed for|posts (?:a |net |quarterly |profit|loss)|reported (?:a |net )|beats forecasts|hires|employs|operates|makes|manufactures|sells|owns|was founded|has its headquarters|is headquartered|halts production|shares (?:rose|fell|gained|dropped)|confirms data breach|which (?:makes|sells|owns|operates|employs|has its headquarters|runs|was founded))`;

/**
 * How many kinds of signs a text has that a name is a company's: what is in front of it (`the retailer Acme`), behind
 * it (`Acme, a maker of`, `Acme Inc`, `Acme shares`, `chief of Acme`), and what it does. 0 to 5; a well-known
 * company, or one that has a company's word in its name, has 5, and what is known for something else has 0.
 */
export function companyEvidence(name: string, text: string): number {
  const kind = kindOfName(name);
  if (kind !== undefined) return kind === 'company' ? 5 : 0;
  return signsOf(escaped(name)).filter((sign) => sign.test(text)).length;
}

const signsOf = lastRead((name) => {
  const whole = String.raw`(?<![\p{L}\p{N}])${name}(?![\p{L}\p{N}])`;
  return [
    new RegExp(String.raw`(?<![\p{L}\p{N}-])(?:${DESCRIBED})\s["“‘']?${whole}`, 'u'),
    new RegExp(
      String.raw`${whole}(?:,|\s\(|,?\swhich is|\sis)\s(?:an?|the|one of|${KINDS})\s?[^.;]{0,80}?\b(?:${KINDS})\b`,
      'u',
    ),
    new RegExp(String.raw`${whole},?\s(?:\p{Lu}\p{Ll}+\s)?${FORMS}`, 'u'),
    new RegExp(
      String.raw`${whole}(?:['’]s?)?\s(?:${ROLES})\b|\b(?:${ROLES})\s(?:of|at|for|in)\s${whole}`,
      'iu',
    ),
    new RegExp(String.raw`${whole}\s(?:also\s|will\s|said it\s)?${DOES}`, 'u'),
  ];
}, 2_000);

/** The names of a sentence, in order: runs of words with capitals, each without what is around it. */
export function namesIn(sentence: string): string[] {
  const runs: string[][] = [[]];
  for (const token of sentence.replace(SOURCE, '').split(/\s+/)) {
    if (/^[([]/.test(token)) runs.push([]);
    const isLink = /^(?:of|&)$/.test(token) && (runs.at(-1)?.length ?? 0) > 0;
    if (isLink || (isNameLike(token) && !isThing(token))) runs.at(-1)?.push(token);
    else runs.push([]);
    if (ENDS.test(token) && !ABBREVIATED.test(token)) runs.push([]);
  }
  return runs.flatMap((run) => {
    const name = trimmed(run);
    return name === '' ? [] : [knownPart(name)];
  });
}

/** `Globex` of `Globex Pulse 5` where Globex is well known: the rest is its product. */
function knownPart(name: string): string {
  if (kindOfName(name) !== undefined) return name;
  const words = name.split(' ');
  const parts = words.map((_, at) => words.slice(0, at).join(' '));
  return parts.findLast((part) => COMPANY_NAMES.known.has(part)) ?? name;
}

/** Who says it, at the end of a title: `Profits grew by a third: Acme Research`. */
const SOURCE = /(?::|\s[-–|])\s(?:\p{Lu}\S*\s?){1,3}$/u;
const ENDS = /[,;:.!?)"”]$|['’]s[,;:.]?$/;
const ABBREVIATED = /^(?:\p{Lu}\.)+$|^(?:Inc|Corp|Co|Ltd|Mt|St|Dr|Bros)\.$/u;

/**
 * A chief, shares, a quarter or a word of a title in capitals stand beside a name and are no part of it: `Acme CEO`,
 * `Shares of Acme`, `Acme Q4`, `Acme After Storm`.
 */
function isThing(token: string): boolean {
  const word = plainWord(token);
  if (COMPANY_NAMES.known.has(token.replace(/[,;:.!?]+$/, ''))) return false;
  return (
    NAME_WORDS.roles.has(word) ||
    (NAME_WORDS['no names'].has(word) && !NAME_WORDS.authorities.has(word)) ||
    /^(?:Q[1-4]|FY\d|H[12])\S*$|^Vice$/.test(token)
  );
}

function trimmed(run: readonly string[]): string {
  let words = [...run];
  while (words.length > 0 && words[1] !== 'of' && isAround(words[0])) words = words.slice(1);
  while (words.length > 0 && /^(?:of|&)$/.test(words.at(-1) ?? '')) words = words.slice(0, -1);
  return words
    .join(' ')
    .replace(/^["“‘'([]+|(?:['’]s)?[,;:!?"”’')\]]*$/g, '')
    .replace(/(?<!\b(?:Inc|Corp|Co|Ltd|Bros|Jr))\.$/, '');
}

function isAround(word: string | undefined): boolean {
  const plain = plainWord(word);
  return (
    plain === 'of' ||
    plain === '&' ||
    (NAME_WORDS['no names'].has(plain) && !COMPANY_NAMES.known.has(word ?? '')) ||
    (NAME_WORDS.descriptions.has(plain) && !COMPANY_NAMES.known.has(word ?? ''))
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
