import { lastRead } from '../../kit/text/last-read.ts';
import { readEnglish } from '../../kit/text/read-english.ts';
import { countryOf } from '../countries.ts';

const list = (words: string) => new Set(words.split(/\s+/));

/** Words between a subject and its verb, or in front of a noun, that are no part of a name; in small letters. */
const BETWEEN = list(
  `will would may might could can is are was were be been being has have had to about begin begins beginning begun plan
  plans planning planned set sets expected expects looks going moves start starts starting says said announces announced
  reportedly also now again soon further more another its their it they he she we recently just today latest new major
  massive largest another huge still allegedly apparently officially quietly successfully finally a an the`,
);

/** What a company is called in front of its name: `Fintech startup Acme`. */
const DESCRIPTIONS = list(
  `startup start-up company companies firm firms giant group maker retailer bank lender airline carrier insurer platform
  provider chain operator exchange marketplace unicorn broker supplier producer manufacturer brand app service site
  website business corporation subsidiary unit parent publisher studio developer agency hospital university utility
  chipmaker carmaker automaker drugmaker planemaker truckmaker steelmaker shipper shipping fintech biotech tech retail
  online e-commerce crypto software cloud health healthcare auto food energy travel media social gaming cybersecurity
  security ai edtech proptech insurtech us-based uk-based german swedish french british american chinese indian japanese
  dutch swiss canadian italian spanish korean european embattled struggling troubled bankrupt former rival top leading`,
);

/** Words that end a name when they follow it. */
const AFTER = list(
  `exposes exposed exposing affects affected affecting hits hit leaks leaked puts put impacts impacted compromises after as
  in on over with says that may could was is were has have had to from by for amid at and or who which where while when
  database data customers customer users user server servers accounts account records record system systems website site
  ceo chief boss founder president employees employee blog network networks breach hack compromised steals steal stole
  plant factory workers worker jobs staff`,
);

/** Words that look like a name in front of a verb but are none; in small letters. */
const NO_COMPANY = list(
  `i it he she they we you this that these those who there hackers hacker attackers attacker thieves information internet
  states state government governments officials police report reports study court congress senate senator president
  mayor minister ministry union unions people students teachers nurse data bitcoin ceo boss chief founder brexit workers
  researchers experts investors analysts lawmakers democrats republicans stocks shares markets protests medicine`,
);

const CONNECTIONS = list('of and & the de');
const ROLES = /^(?:ceo|chief|boss|founder|president|chairman|executive|director)$/;
const CALENDAR =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$|^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/i;

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

/** The company named last in front of a verb: `Swedish fintech Acme will` gives `Acme`. */
export function companyBefore(text: string): string | undefined {
  const subject = text.replace(/,\s[^,]*,\s*$/, '').trimEnd();
  const tokens = subject.split(/\s+/);
  while (tokens.length > 0 && BETWEEN.has(plain(tokens.at(-1)))) tokens.pop();
  const name: string[] = [];
  for (const token of tokens.toReversed()) {
    const begins = isNameLike(token);
    if (!begins && !(name.length > 0 && CONNECTIONS.has(token))) break;
    if (name.length > 0 && /[,;:.!?]$/.test(token) && !/\b\w{1,4}\.$/.test(token)) break;
    name.unshift(token);
  }
  return asCompany(name);
}

/** The company named first behind a preposition or verb: `the retailer Acme exposes` gives `Acme`. */
export function companyAfter(text: string): string | undefined {
  const tokens = text.trim().split(/\s+/);
  const start = tokens.findIndex((token, index) => index >= 6 || !introduces(plain(token)));
  const name: string[] = [];
  for (const [index, token] of tokens.slice(start).entries()) {
    if (name.length > 0 && !CONNECTIONS.has(token) && AFTER.has(plain(token))) break;
    if (!isNameLike(token) && !(name.length > 0 && CONNECTIONS.has(token))) break;
    const next = tokens[start + index + 1];
    name.push(isOwner(token, next) ? token.replace(/['’]s$/, '') : token);
    if (isOwner(token, next) || /[,;:!?]$|\S{5,}\.$/.test(token)) break;
  }
  const following = plain(tokens[start + name.length]);
  return name.length > 0 && isNoun(following) ? undefined : asCompany(name);
}

/** Words that may be between a preposition and the name. */
function introduces(word: string): boolean {
  return BETWEEN.has(word) || DESCRIPTIONS.has(word);
}

/** `Target's customers` owns, `McDonald's exposes` and a last `McDonald's` do not. */
function isOwner(token: string, next: string | undefined): boolean {
  return /['’]s$/.test(token) && next !== undefined && !/^(?:exposes|hits|after|in|on|and|says)$/i.test(next);
}

/** `Bitcoin exchange` names a kind of company, not a company. */
function isNoun(word: string): boolean {
  return DESCRIPTIONS.has(word) && !AFTER.has(word);
}

/** Name for comparing: small letters, without legal form. `Acme Corp.` and `ACME` are one company. */
export function companyKey(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}& ]/gu, '')
    .replace(
      /(?<!\s)\s+(?:inc|incorporated|corp|corporation|co|company|ltd|limited|llc|plc|ag|gmbh|sa|se|nv|group|holdings?)$/,
      '',
    )
    .trim();
}

/** Makes a name out of tokens: without what is before it or after it. Undefined when no company is left. */
function asCompany(tokens: readonly string[]): string | undefined {
  const role = tokens.findIndex((token) => ROLES.test(plain(token)));
  let words = role > 0 ? [...tokens.slice(0, role - 1), ownerless(tokens[role - 1])] : [...tokens];
  const described = words.findLastIndex(
    (word) => DESCRIPTIONS.has(plain(word)) || /makers?$/i.test(plain(word)),
  );
  if (described >= 0 && described < words.length - 1) words = words.slice(described + 1);
  while (words.length > 0 && isLoose(words[0])) words = words.slice(1);
  while (words.length > 0 && CONNECTIONS.has(plain(words.at(-1)))) words = words.slice(0, -1);
  const name = words
    .join(' ')
    .replace(/[,;:!?"”)]+$/, '')
    .replace(/^["“(]+/, '')
    .replace(/(?<!\b(?:inc|corp|co|ltd|st|mt|plc))\.$/i, '');
  return isCompany(name) ? name : undefined;
}

function isCompany(name: string): boolean {
  const words = name.split(' ');
  if (name.length < 2 || name.length > 60 || words.length > 5 || !/\p{Lu}/u.test(name)) return false;
  if (CALENDAR.test(name) || countryOf(name)) return false;
  if (words.every((word) => DESCRIPTIONS.has(plain(word)) || isLoose(word) || NO_COMPANY.has(plain(word))))
    return false;
  return !isPerson(name) && !isClause(name);
}

function isLoose(word: string | undefined): boolean {
  return CONNECTIONS.has(plain(word)) || BETWEEN.has(plain(word));
}

function ownerless(word: string | undefined): string {
  return (word ?? '').replace(/['’]s$/, '');
}

/** First name and surname; `Morgan Stanley` and the like are known to be companies. A corpus repeats its names. */
const isPerson = lastRead(looksPersonal, 10_000);

function looksPersonal(name: string): boolean {
  if (!/^\S+ \S+$/.test(name) || /&|inc|corp|group|bank|capital|ventures|partners|stanley|schwab/i.test(name))
    return false;
  return readEnglish(name).people().found;
}

/** A headline in capitals, taken for a name: it has a verb. */
function isClause(name: string): boolean {
  return name.split(' ').length > 2 && readEnglish(name.toLowerCase()).verbs().found;
}

function isNameLike(token: string): boolean {
  return /^["“(]?(?:\p{Lu}|\d+\p{Lu}|\p{Ll}{1,2}\p{Lu}|&$)/u.test(token);
}

function plain(token: string | undefined): string {
  return (token ?? '').toLowerCase().replaceAll(/^["“(]+|[,;:.!?"”)]+$|['’]s$/g, '');
}
