import { dayOf, isoOf } from '../../../shared/domain/time/instant.ts';
import { formatSpan } from '../../../shared/domain/time/format-time.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import type { JobAdvice } from '../../../shared/providers/extraction/source/job-advice.ts';
import { paint } from '../terminal/paint.ts';
import { plainText } from '../print-values.ts';
import type { QuestionAdvice } from './advise-on-jobs.ts';

/** The advice of the extraction service on each query and its dates, as text. */
export function printAdvice(
  questions: readonly QuestionAdvice[],
  watches: ReadonlyMap<string, Watch>,
): string {
  if (questions.length === 0) return '';
  const lines = questions.flatMap((question) => {
    if ('notAsked' in question) return [`  ${question.id}: no advice: ${noStop(question.notAsked)}.`];
    const { id, advice } = question;
    return [
      `  ${id}: ${verdictOf(advice)}`,
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

function noStop(text: string): string {
  return text.replace(/\.$/, '');
}

/** The same as JSON: times as ISO text. */
export function adviceDocument(question: QuestionAdvice): object {
  if ('notAsked' in question) return question;
  const { id, advice } = question;
  const { from, to, changes } = advice.dates;
  const dates = {
    from: from === undefined ? null : isoOf(from),
    to: to === undefined ? null : isoOf(to),
    changes,
  };
  return { id, ...advice, dates };
}
