import { meantQuery } from '../../../domain/query/habits.ts';
import { parameterOf } from '../../../domain/services/news-parameters.ts';
import type { ParameterValue } from '../../../domain/watches/watch.ts';
import type { Path, Problem } from '../problems/problem.ts';
import { writeKey } from '../problems/yaml-text.ts';
import { valuesOf } from '../schema/parameter-schema.ts';

/** Warns of valid queries that the service reads otherwise than most people mean them, with the corrected query. */
export function queryWarnings(query: readonly (readonly [string, ParameterValue])[], path: Path): Problem[] {
  const langs = languagesOf(query.find(([key]) => key === 'lang')?.[1]);
  return query.flatMap(([key, value]) => {
    if (parameterOf(key)?.type !== 'query' || typeof value !== 'string') return [];
    const { habits, corrected } = meantQuery(value, langs);
    return habits.map(
      ({ at, what }): Problem => ({ path: [...path, key], offset: at, what, hint: writeKey(key, corrected) }),
    );
  });
}

function languagesOf(lang: ParameterValue | undefined): readonly string[] {
  if (lang === undefined) return [];
  return typeof lang === 'object' ? lang : valuesOf(String(lang));
}
