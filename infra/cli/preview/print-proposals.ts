import { stringify } from 'yaml';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import type { JobProposals } from '../../../shared/providers/extraction/source/job-advice.ts';
import type { QuestionAdvice } from '../plan/print-advice.ts';
import { plainText } from '../print-values.ts';

/**
 * The criteria and fields that the extraction service proposes, as YAML for the query of a watch. Nothing for those that
 * the watch has already.
 */
export function printProposals(
  { query }: Pick<Watch, 'query'>,
  questions: readonly QuestionAdvice[],
): string {
  const all = questions.flatMap((one) => ('advice' in one ? (one.advice.proposals ?? []) : []));
  const lines = all.flatMap((proposals) => linesOf(proposals, query));
  if (lines.length === 0) return '';
  const head =
    'To adopt the suggested criteria and fields, add to the query of the watch what you want of this:';
  return `${[head, ...lines.map((line) => `  ${line}`)].join('\n')}\n`;
}

function linesOf(proposals: JobProposals, query: Watch['query']): string[] {
  return (['validators', 'enrichments'] as const).flatMap((key) => {
    const items = proposals[key].map((item) => plainItem(item));
    if (items.length === 0 || query[key] !== undefined) return [];
    return stringify({ [key]: items }, { lineWidth: 0 })
      .trimEnd()
      .split('\n');
  });
}

/** Texts of the service on one line each. */
function plainItem(item: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(item).map(([key, text]) => [key, plainText(text)]));
}
