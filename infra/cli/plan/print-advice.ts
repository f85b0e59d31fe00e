import type { Problem } from '../../../shared/contracts/watches-file/problem.ts';
import { dayOf, formatSpan, type Instant, isoOf, SECOND } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import type { JobAdvice } from '../../../shared/providers/extraction/source/job-advice.ts';
import { plainText } from '../print-values.ts';
import type { Stack } from '../stack/stack.ts';
import { askIfKeyed } from './check-services.ts';
import { paint } from '../terminal.ts';

/** Where the query of a watch is in its file. */
export type PlaceOfQuery = (id: string) => { file: string; line: number };

/** The query of an extraction watch, as the place of a problem. */
export function queryPath(id: string): Problem {
  return { path: ['watches', id, 'query', 'query'], what: 'The advice of the service' };
}

/** The advice of the extraction service on each query and its dates, as text. */
export function printAdvice(
  questions: readonly QuestionAdvice[],
  { watches, placeOf }: { watches: ReadonlyMap<string, Watch>; placeOf: PlaceOfQuery },
): string {
  if (questions.length === 0) return '';
  const lines = questions.flatMap((question) => {
    const { id } = question;
    const { file, line } = placeOf(id);
    const name = `${id} (${file}:${line})`;
    if ('notAsked' in question) return [`  ${name}: no advice: ${question.notAsked}.`];
    const { advice } = question;
    return [
      `  ${name}: ${verdictOf(advice)}`,
      ...detailsOf(advice, watches.get(id)).map((text) => `    ${text}`),
    ];
  });
  return `${paint('heading', 'advice of the extraction service on the queries')}\n${lines.map((line) => `${plainText(line)}\n`).join('')}\n`;
}

/** `needs work (confidence 0.6): Too vague. The question names no kind of event.` */
function verdictOf({ verdict, confidence, title, description }: JobAdvice): string {
  const how = confidence === undefined ? '' : ` (confidence ${Number(confidence.toFixed(2))})`;
  const why = [title, description].filter((text) => text !== undefined && text !== '');
  return `${verdict.replaceAll('_', ' ')}${how}${why.length === 0 ? '' : `: ${why.join('. ')}`}`;
}

function detailsOf(
  { suggestions, dates, validators, enrichments }: JobAdvice,
  watch: Watch | undefined,
): string[] {
  const { from, to, changes } = dates;
  const proposed =
    from === undefined
      ? 'the service suggests none'
      : `the service suggests ${dayOf(from)} to ${to === undefined ? 'now' : dayOf(to)}`;
  return [
    ...suggestions,
    `dates: the first job covers ${watch ? formatSpan(watch.lookback) : 'its lookback'}; ${proposed}`,
    ...changes,
    ...named('criteria', validators),
    ...named('fields', enrichments),
  ];
}

function named(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`suggested ${what}: ${names.join(', ')}`];
}

/** The same as JSON: times as ISO text. */
export function adviceDocument(question: QuestionAdvice, placeOf: PlaceOfQuery): object {
  const { file, line } = placeOf(question.id);
  if ('notAsked' in question) return { ...question, file, line };
  const { id, advice } = question;
  const { from, to, changes } = advice.dates;
  const dates = {
    from: from === undefined ? null : isoOf(from),
    to: to === undefined ? null : isoOf(to),
    changes,
  };
  return { id, ...advice, dates, file, line };
}

/** Time limit for all requests; later questions are left out. */
const PATIENCE = 60 * SECOND;

/** The advice of the extraction service on the query of one watch, or why there is none. */
export type QuestionAdvice = { id: string } & ({ advice: JobAdvice } | { notAsked: string });

type Asked = Pick<Stack, 'services' | 'adviseOn'>;

/**
 * Requests advice from the extraction service on the query of each extraction watch, and on the dates of its first
 * job. A failed request is reported with the watch and fails nothing.
 */
export async function adviseOnJobs(
  watches: readonly Watch[],
  { stack, now }: { stack: Asked | undefined; now: () => Instant },
): Promise<QuestionAdvice[]> {
  const deadline = now() + PATIENCE;
  const found: QuestionAdvice[] = [];
  for (const watch of watches.filter(({ kind }) => kind === 'extraction')) {
    const query = { ...watch.query, ...firstDates(watch, now()) };
    const asked = await askIfKeyed(stack, 'extraction', ({ adviseOn }) => adviseOn(query, { deadline }));
    found.push({ id: watch.id, ...('why' in asked ? { notAsked: asked.why } : { advice: asked.answer }) });
  }
  return found;
}

/** The dates of the first job of a watch, so that the service says how it would change them. */
function firstDates({ lookback }: Watch, now: Instant): Watch['query'] {
  return { start_date: isoOf(now - lookback), end_date: isoOf(now) };
}
