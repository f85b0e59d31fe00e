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

/** The forms of companies that the news leaves out of a name. */
const LEGAL_FORM =
  /[\s,]+(?:inc|incorporated|corp|corporation|company|co|ltd|limited|llc|llp|plc|gmbh|mbh|ag|kg|kgaa|se|sa|sas|sarl|spa|srl|nv|bv|ab|oy|oyj|asa|as|aps|pty|pte|kk|holding|holdings|group)\.?$/i;

/** Words that name nothing by themselves: "My Company" is not called "My". */
const NO_NAME = /^(?:my|our|your|the|a|an|this|one|first|new|old|general|national|international|global)$/i;

/** The names by which the news may call a company: its own one, and the one without its legal form. */
export function usualNames(name: string): string[] {
  const short = name.replace(LEGAL_FORM, '').trim();
  return short === '' || short === name || NO_NAME.test(short) ? [name] : [name, short];
}

/** The longest part of a name in the names of watches, which have at most 48 characters. */
const SLUG_LENGTH = 30;

/** A name as the names of watches and brands are written: `Müller & Söhne` is `muller-sohne`; `brand` if nothing is left. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH)
    .replaceAll(/^-|-$/g, '');
  return slug === '' ? 'brand' : slug;
}
