import { asksForAllNews } from '../../../../../shared/domain/services/extraction-rules.ts';
import { conceptsOf } from '../pipeline/concepts.ts';

interface Question {
  text: string;
  words: number;
  /** The things that it asks about, and the kinds of event among them. */
  concepts: number;
  events: number;
}

/** What can be wrong with a query (extraction service, validate), worst first. */
const CHECKS: readonly (readonly [
  issue: string,
  applies: (asked: Question) => boolean,
  message: string,
  example?: string,
])[] = [
  [
    'too_short',
    ({ words }) => words < 2,
    'Say in a few words what should have happened.',
    'Data breaches at retailers',
  ],
  [
    'too_vague',
    ({ concepts, words }) => words >= 2 && concepts === 0,
    'Nothing in the query can be searched for: name an event, a company, an industry or a place.',
    'Product recalls of car makers in Europe',
  ],
  [
    'missing_event_type',
    ({ events, concepts }) => events === 0 && concepts > 0,
    'Name the kind of event, such as an acquisition, a layoff or a lawsuit.',
    'Layoffs at car makers',
  ],
  ['multiple_event_types', ({ events }) => events > 2, 'Ask for one or two kinds of event in a job.'],
  [
    'article_request',
    ({ text }) => /\b(?:articles?|opinions?|coverage|posts)\b/i.test(text),
    'The service finds events and cites articles: ask for what happened.',
    'Lawsuits against drug makers',
  ],
  [
    'static_content',
    ({ text }) =>
      /^\s*(?:(?:what|who) (?:is|are)|define|explain)\b|\b(?:definition|history) of\b/i.test(text),
    'The service reads news: ask for something that happened.',
  ],
  [
    'wrong_timeframe',
    ({ text }) => /\b(?:will|going to|forecast|future|(?:19|20)\d\d|century|decade)\b/i.test(text),
    'Only recent news is searched: give dates with start_date and end_date.',
  ],
  ['too_specific', ({ concepts }) => concepts > 8, 'Put some of the conditions into validators.'],
  ['too_long', ({ text }) => text.length > 600, 'Say it in one or two sentences, the rest in context.'],
];

/** A query with one of these is not worth a job. */
const CRITICAL: ReadonlySet<string> = new Set(['too_short', 'too_vague']);

const TITLES = {
  good: 'The query can be submitted as it is',
  needs_work: 'The query can be made better',
  critical: 'The query is unlikely to find anything',
} as const;

/** What validate says about a query, by what the service makes of it. Advice only. */
export function checkQuery(text: string) {
  const concepts = conceptsOf(text).flat();
  const events = concepts.filter(({ kind }) => kind === 'event').map(({ label }) => label);
  const words = text.split(/\s+/).filter(Boolean).length;
  const question = { text, words, concepts: concepts.length, events: new Set(events).size };
  const found = asksForAllNews(text) ? [] : CHECKS.filter(([, applies]) => applies(question));
  const critical = found.some(([issue]) => CRITICAL.has(issue));
  const status = critical ? 'critical' : found.length > 0 ? 'needs_work' : 'good';
  return {
    status,
    title: TITLES[status],
    confidence: critical ? 0.9 : Math.max(0.5, 0.9 - 0.1 * found.length),
    issues: found.map(([issue]) => issue),
    suggestions: found.map(([issue, , message, example]) => ({ issue, message, example })),
  };
}
