import { asksForAllNews } from '../../../../../shared/domain/services/extraction-rules.ts';
import { readEnglish } from '../../kit/read-english.ts';
import { type Concept, conceptsOf } from '../pipeline/question.ts';

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
  description: string;
  issues: QueryIssue[];
  suggestions: { issue: QueryIssue; message: string; example?: string }[];
}

interface Question {
  text: string;
  read: ReturnType<typeof readEnglish>;
  words: number;
  concepts: readonly Concept[];
  /** The kinds of event that it names. */
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
    applies: ({ concepts, words }) => words >= 2 && concepts.length === 0,
    message: 'Nothing in the query can be searched for: name an event, a company, an industry or a place.',
    example: 'Product recalls of car makers in Europe',
  },
  {
    issue: 'missing_event_type',
    applies: ({ events, concepts }) => events === 0 && concepts.length > 0,
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
    applies: ({ read }) => read.has('(article|articles|opinion|opinions|coverage|posts)'),
    message: 'The service finds events and cites articles: ask for what happened.',
    example: 'Lawsuits against drug makers',
  },
  {
    issue: 'static_content',
    applies: ({ read }) =>
      read.has('^(what|who) (is|are)') || read.has('(^define|^explain|definition of|history of)'),
    message: 'The service reads news: ask for something that happened, not for something that is.',
  },
  {
    issue: 'wrong_timeframe',
    applies: ({ read }) => read.has('(will|going to|forecast|future|#Year|century|decade)'),
    message:
      'Only recent news is searched: leave years and forecasts out, and give dates with start_date and end_date.',
  },
  {
    issue: 'too_specific',
    applies: ({ concepts }) => concepts.length > 8,
    message: 'So many conditions are seldom met by one event: put some of them into validators.',
  },
  {
    issue: 'too_long',
    applies: ({ text }) => text.length > 600,
    message: 'Say the query in one or two sentences, and put the rest into context.',
  },
];

/** Looks a query over by what the service makes of it. */
export function checkQuery(text: string): QueryAdvice {
  const concepts = conceptsOf(text).flat();
  const read = readEnglish(text);
  const words = read.not('(#Determiner|#Preposition|#Conjunction)').wordCount();
  const events = new Set(concepts.filter(({ kind }) => kind === 'event').map(({ label }) => label)).size;
  const found = asksForAllNews(text)
    ? []
    : CHECKS.filter(({ applies }) => applies({ text, read, words, concepts, events }));
  const critical = found.some((check) => check.critical);
  const status = critical ? 'critical' : found.length > 0 ? 'needs_work' : 'good';
  return {
    status,
    title: TITLES[status],
    confidence: critical ? 0.9 : Math.max(0.5, 0.9 - 0.1 * found.length),
    description: describe(concepts),
    issues: found.map(({ issue }) => issue),
    suggestions: found.map(({ issue, message, example }) => ({
      issue,
      message,
      ...(example && { example }),
    })),
  };
}

const TITLES = {
  good: 'The query can be submitted as it is',
  needs_work: 'The query can be made better',
  critical: 'The query is unlikely to find anything',
} as const;

function describe(concepts: readonly Concept[]): string {
  if (concepts.length === 0) return 'The query is read as a question about everything.';
  return `The query is read as: ${concepts.map(({ kind, label }) => `${kind} ${label.replaceAll('_', ' ')}`).join(', ')}.`;
}
