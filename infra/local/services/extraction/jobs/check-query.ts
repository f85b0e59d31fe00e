import { asksForAllNews } from '../../../../../shared/domain/services/extraction-rules.ts';
import { conceptsOf } from '../pipeline/concepts.ts';

type QueryIssue =
  | 'missing_event_type'
  | 'too_vague'
  | 'too_specific'
  | 'wrong_timeframe'
  | 'static_content'
  | 'article_request'
  | 'multiple_event_types'
  | 'too_short'
  | 'too_long';

/** What validate says about a query (extraction service, validate). Advice only. */
interface QueryAdvice {
  status: 'good' | 'needs_work' | 'critical';
  title: string;
  confidence: number;
  issues: QueryIssue[];
  suggestions: { issue: QueryIssue; message: string; example?: string | undefined }[];
}

interface Question {
  text: string;
  words: number;
  /** The things that it asks about, and the kinds of event among them. */
  concepts: number;
  events: number;
}

interface Check {
  issue: QueryIssue;
  /** A query with this issue is not worth a job. */
  critical?: boolean;
  applies: (question: Question) => boolean;
  message: string;
  example?: string;
}

/** What can be wrong with a query, worst first. */
const CHECKS: readonly Check[] = [
  {
    issue: 'too_short',
    critical: true,
    applies: ({ words }) => words < 2,
    message: 'Say in a few words what should have happened.',
    example: 'Data breaches at retailers',
  },
  {
    issue: 'too_vague',
    critical: true,
    applies: ({ concepts, words }) => words >= 2 && concepts === 0,
    message: 'Nothing in the query can be searched for: name an event, a company, an industry or a place.',
    example: 'Product recalls of car makers in Europe',
  },
  {
    issue: 'missing_event_type',
    applies: ({ events, concepts }) => events === 0 && concepts > 0,
    message: 'Name the kind of event, such as an acquisition, a layoff or a lawsuit.',
    example: 'Layoffs at car makers',
  },
  {
    issue: 'multiple_event_types',
    applies: ({ events }) => events > 2,
    message: 'Ask for one or two kinds of event in a job, and make a job for each of the others.',
  },
  {
    issue: 'article_request',
    applies: ({ text }) => /\b(?:articles?|opinions?|coverage|posts)\b/i.test(text),
    message: 'The service finds events and cites articles: ask for what happened.',
    example: 'Lawsuits against drug makers',
  },
  {
    issue: 'static_content',
    applies: ({ text }) =>
      /^\s*(?:(?:what|who) (?:is|are)|define|explain)\b|\b(?:definition|history) of\b/i.test(text),
    message: 'The service reads news: ask for something that happened, not for something that is.',
  },
  {
    issue: 'wrong_timeframe',
    applies: ({ text }) => /\b(?:will|going to|forecast|future|(?:19|20)\d\d|century|decade)\b/i.test(text),
    message:
      'Only recent news is searched: leave years and forecasts out, and give dates with start_date and end_date.',
  },
  {
    issue: 'too_specific',
    applies: ({ concepts }) => concepts > 8,
    message: 'So many conditions are seldom met by one event: put some of them into validators.',
  },
  {
    issue: 'too_long',
    applies: ({ text }) => text.length > 600,
    message: 'Say the query in one or two sentences, and put the rest into context.',
  },
];

const TITLES = {
  good: 'The query can be submitted as it is',
  needs_work: 'The query can be made better',
  critical: 'The query is unlikely to find anything',
} as const;

/** Looks a query over by what the service makes of it. */
export function checkQuery(text: string): QueryAdvice {
  const concepts = conceptsOf(text).flat();
  const events = concepts.filter(({ kind }) => kind === 'event').map(({ label }) => label);
  const words = text.split(/\s+/).filter(Boolean).length;
  const question = { text, words, concepts: concepts.length, events: new Set(events).size };
  const found = asksForAllNews(text) ? [] : CHECKS.filter(({ applies }) => applies(question));
  const critical = found.some((check) => check.critical);
  const status = critical ? 'critical' : found.length > 0 ? 'needs_work' : 'good';
  return {
    status,
    title: TITLES[status],
    confidence: critical ? 0.9 : Math.max(0.5, 0.9 - 0.1 * found.length),
    issues: found.map(({ issue }) => issue),
    suggestions: found.map(({ issue, message, example }) => ({ issue, message, example })),
  };
}
