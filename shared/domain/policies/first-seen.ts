import { type Finding, namedCompanies } from '../findings/finding.ts';
import { choiceParameter, type Detection, type Policy, type PolicyMismatch, type Subject } from './policy.ts';

/** The values whose first appearance can be detected. */
const FIRST_SEEN_KINDS = ['outlet', 'author', 'country', 'company'] as const;
type FirstSeenKind = (typeof FIRST_SEEN_KINDS)[number];

const of = choiceParameter('of', {
  values: FIRST_SEEN_KINDS,
  preset: 'outlet',
  text: 'What must be new: the outlet, an author, the country of the outlet, or a company that the article names.',
});

/** The watch finds an outlet, an author, a country or a company that it has never found before. */
export const firstSeenPolicy: Policy = {
  about: 'when an outlet, author, country or company is seen for the first time',
  parameters: [of],

  refuses({ finds, namesCompanies }, settings) {
    const first = of.of(settings);
    if (first === 'company' && !namesCompanies) return { key: 'of', ...NAMELESS[finds] };
    const missing = MISSING[finds];
    if (!missing?.includes(first)) return undefined;
    const known = FIRST_SEEN_KINDS.filter((one) => !missing.includes(one));
    return {
      key: 'of',
      what: `This watch finds ${finds}, which do not name ${NAMES[first]}`,
      hint: `write of: ${known.join(' or of: ')}`,
    };
  },

  warns({ polled }, settings) {
    if (polled !== 'feeds' || of.of(settings) !== 'country') return undefined;
    const what = 'This watch never alerts: feeds do not say in which country an outlet is';
    return { what, hint: 'write of: outlet, or of: author' };
  },

  firstSeenKind: (settings) => of.of(settings),

  onFinding(finding, settings) {
    const first = of.of(settings);
    const named = namesOf(finding, first);
    return {
      notify: 'first',
      of: first,
      values: [...named.keys()],
      detection: (fresh) =>
        detectionOf(
          fresh.map((value) => named.get(value) ?? value),
          first,
        ),
    };
  },

  preview: {
    caveat: () =>
      'Values seen before these days are not known here. Once the watch has its baseline, it alerts less often.',
  },
};

/** What items never contain. Counts contain nothing at all, and are refused before. */
const MISSING: Readonly<Record<string, readonly FirstSeenKind[]>> = {
  events: ['author', 'country'],
  records: ['author', 'country'],
};

/** Why items name no company, and what to do about it. */
const NAMELESS: Readonly<Record<Subject['finds'], Pick<PolicyMismatch, 'what' | 'hint'>>> = {
  articles: {
    what: 'The query does not ask for NLP data, so its articles name no companies',
    hint: 'add include_nlp_data: true to the query, if the kind and your plan allow it, or write of: outlet or of: author',
  },
  records: {
    what: 'A job of mode lite returns only titles and citations, which name no company',
    hint: 'remove mode: lite, add a watchlist, or write of: outlet',
  },
  events: { what: 'This watch finds events, which do not name a company', hint: 'write of: outlet' },
  numbers: { what: 'This watch finds numbers, which do not name a company', hint: 'use kind search' },
};

const NAMES: Readonly<Record<FirstSeenKind, string>> = {
  outlet: 'an outlet',
  author: 'an author',
  country: 'the country of an outlet',
  company: 'a company',
};

/** The values of a finding, each with its name as the news spells it. Different spellings give the same value. */
function namesOf(finding: Finding, first: FirstSeenKind): Map<string, string> {
  const { outlet, authors } = finding;
  const given = {
    outlet: [outlet?.domain.toLowerCase()],
    author: authors,
    country: [outlet?.country?.toUpperCase()],
    company: namedCompanies(finding),
  }[first];
  const named = new Map<string, string>();
  for (const text of given) {
    const name = text?.normalize('NFKC').trim() ?? '';
    const value = name.toLowerCase();
    if (value !== '' && !named.has(value)) named.set(value, name);
  }
  return named;
}

/** How many names a detection lists: one article can have dozens. */
const MOST_NAMED = 8;

function detectionOf(fresh: readonly string[], first: FirstSeenKind): Detection {
  const more = fresh.length - MOST_NAMED;
  const rest = more > 0 ? ` and ${more} more` : '';
  return {
    text: `Seen for the first time: the ${first} ${fresh.slice(0, MOST_NAMED).join(', ')}${rest}.`,
    short: `New ${first} ${fresh[0] ?? ''}${fresh.length > 1 ? ` and ${fresh.length - 1} more` : ''}`,
  };
}
