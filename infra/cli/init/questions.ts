import { meantLanguage } from '../../../shared/contracts/watches-file/explain/codes.ts';
import { EMAIL_ADDRESS, PHONE_NUMBER } from '../../../shared/contracts/watches-file/schema/channel-schema.ts';
import { isStarterName } from './starter-feeds.ts';

/** The parts of a company that are lists. */
type ListPart = Exclude<keyof Company, 'name' | 'timezone'>;

/** One question of `init`: its option answers it without a terminal. */
export interface Question {
  part: ListPart;
  option: string;
  ask: string;
  /** The answer to an empty line. */
  usual: (name: string) => readonly string[];
  isRequired?: true;
  /** Asked only where there is no key of the news service. */
  isWithoutKey?: true;
  /** Each part of an answer as it is used; undefined: it cannot be used, and a person at a terminal is asked again. */
  read?: (part: string) => string | undefined;
  /** What `read` takes, for the sentence "… is not …". */
  expected?: string;
}

const none = (): readonly string[] => [];

/** The answer of who wants no feeds. */
export const NO_FEEDS = 'none';

/** A name, which is taken as it is. Somebody who is one question ahead writes an address instead. */
const A_NAME = {
  read: (part: string) => (part.includes('@') ? undefined : part),
  expected: 'a name',
};

/** The forms of companies that the news leaves out of a name. */
const LEGAL_FORM =
  /[\s,]+(?:inc|incorporated|corp|corporation|company|co|ltd|limited|llc|llp|plc|gmbh|mbh|ag|kg|kgaa|se|sa|sas|sarl|spa|srl|nv|bv|ab|oy|oyj|asa|as|aps|pty|pte|kk|holding|holdings|group)\.?$/i;

/** Words that name nothing by themselves: "My Company" is not called "My", and "Target Corp" is found by more than "Target". */
const COMMON: ReadonlySet<string> = new Set(
  `a ally alphabet american an apple block bolt boots box canon caterpillar chase delta discover dove echo express first fox gap
  general global guardian hinge independent international jaguar mars match meta mirror my national nest new next old one oracle
  orange our polo post power progressive puma ring robin shell shield sky slack snap sprint square standard stripe subway sun target
  the this three tide times toast united unity virgin visa wise your zoom`.split(/\s+/),
);

/** Whether a name is a word, or one or two letters, that mean something else in most articles. */
export function isCommonWord(name: string): boolean {
  return COMMON.has(name.toLowerCase()) || /^[a-z]{1,2}$/i.test(name);
}

/** In the order in which they are asked. Answers are lists with commas. */
export const QUESTIONS: readonly Question[] = [
  { part: 'names', option: 'names', ask: 'What does the news call it?', usual: usualNames, isRequired: true },
  {
    part: 'notMeant',
    option: 'not',
    ask: 'Other things of that name: phrases that show that one of them is meant, such as acme comics',
    usual: none,
  },
  { part: 'competitors', option: 'competitors', ask: 'Competitors', usual: none, ...A_NAME },
  {
    part: 'people',
    option: 'people',
    ask: 'People to follow together with the company',
    usual: none,
    ...A_NAME,
  },
  {
    part: 'languages',
    option: 'languages',
    ask: 'Languages of the news, as codes such as en, fr',
    usual: () => ['en'],
    isRequired: true,
    read: meantLanguage,
    expected: 'a language of the news service, such as en',
  },
  {
    part: 'email',
    option: 'email',
    ask: 'E-mail addresses for alerts, such as press@acme.example',
    usual: none,
    isRequired: true,
    read: (part) => EMAIL_ADDRESS.safeParse(part).data,
    expected: 'an e-mail address',
  },
  {
    part: 'sms',
    option: 'sms',
    ask: 'Mobile numbers for critical alerts, such as +33600000000',
    usual: none,
    read: (part) => PHONE_NUMBER.safeParse(part.replaceAll(/[\s().-]/g, '')).data,
    expected: 'a number with + and the country code',
  },
  {
    part: 'feeds',
    option: 'feeds',
    ask: `Feeds to read, because no key of the news service was found: themes and countries such as Business, France, or ${NO_FEEDS}; empty is all in these languages`,
    usual: none,
    isWithoutKey: true,
    read: (part) => (part.toLowerCase() === NO_FEEDS || isStarterName(part) ? part : undefined),
    expected: 'a theme or a country of feeds/starter.opml',
  },
];

/** How `init` comes to its answers. */
interface Asking {
  /** The texts of options, by the name of the option. */
  given: Readonly<Partial<Record<string, string>>>;
  /** Asks a person; the answer without blanks at its ends. Undefined: there is none. */
  ask: ((question: string) => Promise<string>) | undefined;
  /** Called for a question that needs an answer and has none. */
  missing: (question: Question) => Error;
  /** Whether the news service can be searched. */
  hasKey: boolean;
}

/**
 * What is known of a company: the options that were given, then the answers of the person at the terminal, if there
 * is one, then what is usual.
 */
export async function askForCompany(
  known: Pick<Company, 'name' | 'timezone'>,
  how: Asking,
): Promise<Company> {
  const company: Company = {
    ...known,
    names: [],
    notMeant: [],
    competitors: [],
    people: [],
    languages: [],
    email: [],
    sms: [],
    feeds: [],
  };
  for (const question of QUESTIONS)
    company[question.part] = await answerTo(question, { ...how, name: known.name });
  return company;
}

async function answerTo(
  question: Question,
  { given, ask, missing, hasKey, name }: Asking & Pick<Company, 'name'>,
): Promise<readonly string[]> {
  const { isRequired, isWithoutKey, read = (part: string) => part, expected } = question;
  const option = given[question.option];
  if (option !== undefined) return partsOf(option, question);
  const usual = question.usual(name);
  if (!ask || (isWithoutKey && hasKey)) {
    if (usual.length === 0 && isRequired) throw missing(question);
    return usual;
  }
  for (let refusal = ''; ; ) {
    const answered = await ask(refusal + promptOf(question, usual));
    const parts = answered === '' ? usual : partsOf(answered, question);
    const used = new Set(parts.flatMap((part) => read(part) ?? []));
    const refused = parts.find((part) => read(part) === undefined);
    if (refused === undefined && (used.size > 0 || !isRequired)) return [...used];
    refusal = refused === undefined ? 'At least one is needed.\n' : `"${refused}" is not ${expected}.\n`;
  }
}

function promptOf({ ask, isRequired }: Question, usual: readonly string[]): string {
  if (usual.length > 0) return `${ask} [${usual.join(', ')}] `;
  return isRequired ? `${ask}: ` : `${ask} [none] `;
}

/** The parts of a list with commas, each once. Who answers none, as the prompt has it, has none. */
function partsOf(text: string, { part: of, isRequired }: Question): string[] {
  if (of !== 'feeds' && !isRequired && /^\s*none\s*$/i.test(text)) return [];
  const parts = text.split(',').map((part) => part.replaceAll(/\s+/g, ' ').trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}

/** What a first file of watches is made of: the answers to the questions of `init`. */
export interface Company {
  /** As its owner writes it. */
  name: string;
  /** How the news writes it. */
  names: readonly string[];
  /** Phrases that show that another thing of the same name is meant. */
  notMeant: readonly string[];
  competitors: readonly string[];
  people: readonly string[];
  /** ISO 639-1 codes. */
  languages: readonly string[];
  email: readonly string[];
  /** E.164 numbers. Critical alerts alone go there. */
  sms: readonly string[];
  /** An IANA zone. */
  timezone: string;
  /** Themes and countries of the list of feeds to start with. Empty: all in these languages. */
  feeds: readonly string[];
}

/** The names by which the news may call a company: its own one, the one without its legal form, and with "and" for &. */
export function usualNames(name: string): string[] {
  const short = name.replace(LEGAL_FORM, '').trim();
  const last = short === '' || isCommonWord(short) ? name : short;
  return [...new Set([name, last, last.replaceAll(' & ', ' and ')])];
}

/** The longest part of a name in the names of watches, which have at most 48 characters. */
const SLUG_LENGTH = 30;

/**
 * A name as the names of watches and brands are written: `Müller & Söhne` is `muller-sohne`; `otherwise` if nothing is
 * left, as of a name in Chinese characters.
 */
export function slugOf(name: string, otherwise = 'brand'): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH)
    .replaceAll(/^-|-$/g, '');
  return slug === '' ? otherwise : slug;
}

/** The slugs of competitors, by their names: each another one than those of the brand and of the others. */
export function rivalSlugs(competitors: readonly string[], brand: string): ReadonlyMap<string, string> {
  const taken = new Set([brand]);
  return new Map(
    competitors.map((rival) => {
      const own = slugOf(rival, 'rival');
      let slug = own;
      for (let n = 2; taken.has(slug); n += 1) slug = `${own}-${n}`;
      taken.add(slug);
      return [rival, slug];
    }),
  );
}
