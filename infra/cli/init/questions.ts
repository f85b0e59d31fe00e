import { type Company, usualNames } from './company.ts';

/** The parts of a company that are lists. */
export type ListPart =
  | 'names'
  | 'notMeant'
  | 'competitors'
  | 'people'
  | 'languages'
  | 'email'
  | 'sms'
  | 'feeds';

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
}

const none = (): readonly string[] => [];

/** The answer of who wants no feeds. */
export const NO_FEEDS = 'none';

/** In the order in which they are asked. Answers are lists with commas. */
export const QUESTIONS: readonly Question[] = [
  { part: 'names', option: 'names', ask: 'What does the news call it?', usual: usualNames, isRequired: true },
  {
    part: 'notMeant',
    option: 'not',
    ask: 'Other things of that name: phrases that show that one of them is meant, such as acme comics',
    usual: none,
  },
  { part: 'competitors', option: 'competitors', ask: 'Competitors', usual: none },
  { part: 'people', option: 'people', ask: 'People to follow together with the company', usual: none },
  {
    part: 'languages',
    option: 'languages',
    ask: 'Languages of the news, as codes such as en, fr',
    usual: () => ['en'],
    isRequired: true,
  },
  { part: 'email', option: 'email', ask: 'E-mail addresses for alerts', usual: none, isRequired: true },
  {
    part: 'sms',
    option: 'sms',
    ask: 'Mobile numbers for critical alerts, such as +33600000000',
    usual: none,
  },
  {
    part: 'feeds',
    option: 'feeds',
    ask: `Feeds to read, because no key of the news service was found: themes and countries such as Business, France, or ${NO_FEEDS}; empty is all in these languages`,
    usual: none,
    isWithoutKey: true,
  },
];

/** Asks a person; the answer without blanks at its ends. */
export type Ask = (question: string) => Promise<string>;

/**
 * What is known of a company: the options that were given, then the answers of the person at the terminal, if there is one, then
 * what is usual.
 *
 * @param given the texts of options, by the name of the option.
 * @param missing called for a question that needs an answer and has none.
 */
export async function askForCompany(
  { name, timezone }: Pick<Company, 'name' | 'timezone'>,
  how: {
    given: Readonly<Partial<Record<string, string>>>;
    ask: Ask | undefined;
    missing: (question: Question) => Error;
    /** Whether the news service can be searched. */
    hasKey: boolean;
  },
): Promise<Company> {
  const answers: Record<ListPart, readonly string[]> = {
    names: [],
    notMeant: [],
    competitors: [],
    people: [],
    languages: [],
    email: [],
    sms: [],
    feeds: [],
  };
  for (const question of QUESTIONS) {
    const ask = question.isWithoutKey && how.hasKey ? undefined : how.ask;
    answers[question.part] = await answerTo(question, { ...how, ask, name });
  }
  return { name, timezone, ...answers };
}

async function answerTo(
  question: Question,
  {
    given,
    ask,
    missing,
    name,
  }: {
    given: Readonly<Partial<Record<string, string>>>;
    ask: Ask | undefined;
    missing: (question: Question) => Error;
    name: string;
  },
): Promise<readonly string[]> {
  const option = given[question.option];
  if (option !== undefined) return partsOf(option);
  const usual = question.usual(name);
  for (;;) {
    const parts = ask ? partsOf(await ask(promptOf(question, usual))) : [];
    const answer = parts.length > 0 ? parts : usual;
    if (answer.length > 0 || !question.isRequired) return answer;
    if (!ask) throw missing(question);
  }
}

function promptOf({ ask, isRequired }: Question, usual: readonly string[]): string {
  if (usual.length > 0) return `${ask} [${usual.join(', ')}] `;
  return isRequired ? `${ask}: ` : `${ask} [none] `;
}

/** The parts of a list with commas, each once. */
function partsOf(text: string): string[] {
  const parts = text.split(',').map((part) => part.replaceAll(/\s+/g, ' ').trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}
