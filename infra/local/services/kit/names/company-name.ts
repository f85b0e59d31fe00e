import { readEnglish } from '../read-english.ts';
import { COMPANY_NAMES, kindOfName, NAME_WORDS, plainWord } from './name-kind.ts';

const CONNECTIONS = new Set('of and & the de'.split(' '));
const ROLES = /^(?:ceo|cfo|cto|chief|boss|founder|co-founder|president|chairman|executive|director)$/;
const CALENDAR =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$|^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/i;

/** `India's`, `Byju's-owned`, `SoftBank-backed`: whose it is, or where it is. What follows is the company. */
const OWNER = /['’]s?$|[-‑–](?:owned|backed|based|led|run|listed|headquartered|bound)$/i;

/** `Acme, a maker of toys, paper and glue, will`: what is between the commas describes the company. */
const APPOSITION = /,\s(?:an?|the|which|who|one of|maker|owner|parent)\s.*,\s*(?=\S*$|(?:\S+\s+){0,3}$)/i;

/**
 * The company of a sentence by the first form that names one. A form says where the name is: its group `before`
 * ends with it, its group `after` begins with it.
 */
export function companyByForm(sentence: string, forms: readonly RegExp[]): string | undefined {
  for (const form of forms) {
    const { before, after } = form.exec(sentence)?.groups ?? {};
    const name = before === undefined ? companyAfter(after ?? '') : companyBefore(before);
    if (name !== undefined) return name;
  }
  return undefined;
}

/**
 * The company named last in front of a verb: `Swedish fintech Acme will` gives `Acme`. Where that is none, the one
 * that begins the sentence: `Acme boss Jane Doe has bad news and wants to`.
 */
export function companyBefore(text: string): string | undefined {
  const subject = text
    .replace(APPOSITION, ' ')
    .replace(/,\s[^,]*,\s*$/, '')
    .trimEnd();
  const tokens = subject.split(/\s+/);
  const whole = [...tokens];
  while (tokens.length > 0 && NAME_WORDS.between.has(plainWord(tokens.at(-1)))) tokens.pop();
  const name: string[] = [];
  for (const token of tokens.toReversed()) {
    if (!isNameLike(token) && !(name.length > 0 && CONNECTIONS.has(token))) break;
    if (name.length > 0 && /[,;:.!?]$/.test(token) && !/\b\w{1,4}\.$/.test(token)) break;
    name.unshift(token);
  }
  const inFront = plainWord(tokens[tokens.length - name.length - 1]);
  if (name.length > 0 && OBJECT.has(inFront)) return companyAtHead(whole);
  if (name.length > 0) return asCompany(name);
  return /\b(?:and|but)(?:\s\S+)?$/.test(tokens.join(' ')) ? companyAtHead(tokens) : undefined;
}

/** Behind these a name is no subject: `Acme follows Globex,`, `Acme signs a pact with Globex to`. */
const OBJECT = new Set(
  'with from by for at over against about like follows joins after sues buys acquires backs beats eyes'.split(
    ' ',
  ),
);

function companyAtHead(tokens: readonly string[]): string | undefined {
  const end = tokens.findIndex(
    (token) => !isNameLike(token) && !NAME_WORDS.descriptions.has(plainWord(token)),
  );
  return asCompany(tokens.slice(0, Math.max(0, end)));
}

/** The company named first behind a preposition or verb: `the retailer Acme exposes` gives `Acme`. */
export function companyAfter(text: string): string | undefined {
  const tokens = text.trim().split(/\s+/);
  const start = tokens.findIndex((token, index) => index >= 6 || !introduces(plainWord(token), token));
  if (tokens.slice(0, start).some((token) => POSSESSED.test(token))) return undefined;
  const name: string[] = [];
  for (const [index, token] of tokens.slice(start).entries()) {
    if (name.length > 0 && !CONNECTIONS.has(token) && NAME_WORDS.after.has(plainWord(token))) break;
    if (!isNameLike(token) && !(name.length > 0 && CONNECTIONS.has(token))) break;
    const next = tokens[start + index + 1];
    name.push(owns(token, next) ? ownerless(token) : token);
    if (/[,;:!?]$|\S{5,}\.$/.test(token) || (/['’]s$/.test(token) && !isOwnerOfName(token, next))) break;
  }
  const following = plainWord(tokens[start + name.length]);
  return name.length > 0 && isNoun(following) ? undefined : asCompany(name);
}

/** `access to its Internal Tools`: what follows is a thing of somebody named elsewhere. */
const POSSESSED = /^(?:its|their|his|her|our|your)$/i;

/** Words that may be between a preposition and the name. */
function introduces(word: string, token: string): boolean {
  return NAME_WORDS.between.has(word) || (NAME_WORDS.descriptions.has(word) && !isKnown(token));
}

function isKnown(token: string): boolean {
  return COMPANY_NAMES.known.has(token.replace(/[,;:.!?]+$|['’]s$/g, ''));
}

/** `Target's customers` owns, `McDonald's exposes` and a last `McDonald's` do not. */
function owns(token: string, next: string | undefined): boolean {
  if (isKnown(token) && COMPANY_NAMES.known.has(token.replace(/[,;:.!?]+$/, ''))) return false;
  return (
    /['’]s$/.test(token) &&
    next !== undefined &&
    !/^(?:exposes|hits|after|in|on|and|says)$/i.test(next) &&
    !isOwnerOfName(token, next)
  );
}

/** `India's GlowRoad` belongs to a country; `Target's Customers` and a last `McDonald's` are companies themselves. */
function isOwnerOfName(token: string, next: string | undefined): boolean {
  return next !== undefined && isNameLike(next) && isOutsider(token.replace(/['’]s$/, ''));
}

function isOutsider(name: string): boolean {
  const kind = kindOfName(name);
  return kind === 'place' || kind === 'person' || kind === 'body';
}

/** `Bitcoin exchange` names a kind of company, not a company. */
function isNoun(word: string): boolean {
  return NAME_WORDS.descriptions.has(word) && !NAME_WORDS.after.has(word) && word !== 'group';
}

const LEGAL =
  /(?<!\s)\s+(?:inc|incorporated|corp|corporation|co|company|ltd|limited|llc|plc|ag|gmbh|sa|se|nv|group|holdings?)$/;

/** Name for comparing: small letters, without article and legal form. `The Acme Corp.` and `ACME` are one company. */
export function companyKey(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}& ]/gu, '')
    .replace(/^the\s(?=\S)/, '')
    .replace(LEGAL, '')
    .trim();
}

/** Makes a name out of tokens: without what is before it or after it. Undefined when no company is left. */
function asCompany(tokens: readonly string[]): string | undefined {
  const role = tokens.findIndex((token) => ROLES.test(plainWord(token)));
  let words = role > 0 ? [...tokens.slice(0, role - 1), ownerless(tokens[role - 1])] : [...tokens];
  if (role === 0) return undefined;
  words = withoutPerson(words);
  words = behindDescription(behindOwner(words));
  while (words.length > 0 && isLoose(words[0])) words = words.slice(1);
  while (words.length > 0 && CONNECTIONS.has(plainWord(words.at(-1)))) words = words.slice(0, -1);
  const name = words
    .join(' ')
    .replace(/[,;:!?"”’')\]]+$/, '')
    .replace(/^["“‘'([]+/, '')
    .replace(/(?<!\b(?:inc|corp|co|ltd|st|mt|plc|bros))\.$/i, '');
  return isCompany(name) ? name : undefined;
}

/** `Acme's Jane Doe plans`: a person of the company acts for it. */
function withoutPerson(words: string[]): string[] {
  const owner = words.findIndex((word) => /['’]s$/.test(word));
  const behind = words.slice(owner + 1).join(' ');
  return owner >= 0 && kindOfName(behind) === 'person'
    ? [...words.slice(0, owner), ownerless(words[owner])]
    : words;
}

function behindOwner(words: string[]): string[] {
  const owner = words.findLastIndex(
    (word, index) =>
      index < words.length - 1 &&
      OWNER.test(word) &&
      (/[-‑–]\p{L}+$/u.test(word) ||
        /(?:owned|backed)/i.test(words[index + 1] ?? '') ||
        ownsRest(words, index)),
  );
  return owner < 0 ? words : words.slice(owner + 1);
}

/** `Elon Musk's Boring Company` and `India's GlowRoad`: the owner is no company. `Levi's Stores` stays whole. */
function ownsRest(words: readonly string[], index: number): boolean {
  return isOutsider(ownerless(words.slice(0, index + 1).join(' ')));
}

function behindDescription(words: string[]): string[] {
  const described = words.findLastIndex(
    (word) =>
      (NAME_WORDS.descriptions.has(plainWord(word)) && !isKnown(word)) ||
      /makers?$|^(?:owned|backed)$/i.test(plainWord(word)),
  );
  const isWhole = kindOfName(words.join(' ')) === 'company' && !/^\p{Ll}/u.test(words[0] ?? '');
  return described >= 0 && described < words.length - 1 && !(isWhole && described > 0)
    ? words.slice(described + 1)
    : words;
}

function isCompany(name: string): boolean {
  const words = name.split(' ');
  if (name.length < 2 || name.length > 60 || words.length > 5 || !/\p{Lu}/u.test(name)) return false;
  const kind = kindOfName(name);
  if (kind === 'company') return true;
  if (kind !== undefined || CALENDAR.test(name) || /^\p{Lu}\.$|^\d|-(?:based|led|backed|owned)$/u.test(name))
    return false;
  if (words.every((word) => NAME_WORDS.descriptions.has(plainWord(word)) || isLoose(word) || isNoName(word)))
    return false;
  return !isNoName(words[0]) && !isClause(name);
}

function isNoName(word: string | undefined): boolean {
  return NAME_WORDS['no names'].has(plainWord(word)) || NAME_WORDS.roles.has(plainWord(word));
}

function isLoose(word: string | undefined): boolean {
  return CONNECTIONS.has(plainWord(word)) || NAME_WORDS.between.has(plainWord(word));
}

function ownerless(word: string | undefined): string {
  return (word ?? '').replace(/['’]s$/, '');
}

/** A headline in capitals, taken for a name: it has a verb. */
function isClause(name: string): boolean {
  return name.split(' ').length > 2 && readEnglish(name.toLowerCase()).verbs().found;
}

/** Whether a token begins like a name: `Acme`, `“Acme`, `3M`, `eBay`, `&`. */
export function isNameLike(token: string): boolean {
  return /^["“‘'(]?(?:\p{Lu}|\d+\p{Lu}|\p{Ll}{1,2}\p{Lu}|&$)/u.test(token);
}
