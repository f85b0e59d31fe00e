import { parameterOf } from '../../../../../shared/domain/services/news-parameters.ts';
import type { Plan } from '../../kit/plan/plan.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import type { Parameters } from './parameters.ts';

/** Fields that an article simply has not without the plan. Only a strict service refuses to be asked for them. */
const FIELDS: ReadonlySet<string> = new Set(['include_nlp_data', 'include_translation_fields']);

/**
 * Refuses what the plan does not hold (news service, plan gates). A switch that stays off needs nothing.
 *
 * @throws RequestRefused 403.
 */
export function checkPlan(parameters: Parameters, plan: Plan): void {
  for (const [name, value] of parameters.values) {
    const needs = parameterOf(name)?.needs;
    if (needs === undefined || plan.news[needs] || !parameters.isSent(name)) continue;
    if (value.type === 'flag' && !value.flag) continue;
    if (FIELDS.has(name) && !plan.strict) continue;
    throw new RequestRefused(403, `The parameter '${name}' needs a plan with ${WORDS[needs]}`);
  }
  const summaries = parameters.list('search_in').find((place) => place.startsWith('summary'));
  if (summaries !== undefined && !plan.news.nlp) {
    throw new RequestRefused(403, `To search in '${summaries}' needs a plan with ${WORDS.nlp}`);
  }
}

const WORDS = { nlp: 'NLP', tags: 'IPTC tags (v3_nlp_iptc_tags)' } as const;
