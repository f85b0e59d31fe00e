import { isNewsKind } from '../../domain/services/news-kinds.ts';
import { compareSeverity, type ParameterValue } from '../../domain/watches/watch.ts';
import { parameterOf } from '../../domain/services/news-parameters.ts';
import { warnOfPolicy } from './alert-rules.ts';
import { companyWarnings } from './company-rules.ts';
import type { SoundFile, SoundWatch } from './file-schema.ts';
import { GATES, valuesOf } from './parameter-schema.ts';
import type { Path, Problem } from './problem.ts';

/** No figure of the service is known; longer queries are slow to answer (news service, query language of q). */
const LONG_QUERY = 1_000;

/** What is allowed and probably not meant, or what only the service can decide. */
export function warningsOf(sound: SoundFile): Problem[] {
  return [
    ...Object.entries(sound.watches ?? {}).flatMap(([name, watch]) => watchWarnings(name, { watch, sound })),
    ...companyWarnings(sound),
    ...unusedWarnings(sound),
  ];
}

function watchWarnings(name: string, { watch, sound }: { watch: SoundWatch; sound: SoundFile }): Problem[] {
  const path = ['watches', name, 'query'];
  const query = newsParametersOf(watch);
  return [
    ...query.flatMap(([key, value]) => gateWarning(key, { value, path, plan: sound.plan })),
    ...query.flatMap(([key, value]) => habitWarning(key, { value, path: [...path, key] })),
    ...openQueryWarning(watch, path),
    ...warnOfPolicy(watch, ['watches', name]),
    ...mutedWarning(name, { watch, sound }),
  ];
}

/** What a watch of the news service asks; other services have other parameters. */
function newsParametersOf({ kind, query = {} }: SoundWatch): [string, ParameterValue][] {
  if (kind !== undefined && !isNewsKind(kind)) return [];
  return Object.entries(query).flatMap(([name, value]): [string, ParameterValue][] =>
    isParameter(value) ? [[name, value]] : [],
  );
}

function isParameter(value: unknown): value is ParameterValue {
  if (Array.isArray(value)) return value.every((part) => typeof part === 'string');
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Parameters that the service answers with a refusal where the plan lacks what they need. */
function gateWarning(
  key: string,
  { value, path, plan }: { value: ParameterValue; path: Path; plan: SoundFile['plan'] },
): Problem[] {
  const needs =
    parameterOf(key)?.needs ?? (key === 'search_in' && String(value).includes('summary') ? 'nlp' : undefined);
  if (needs === undefined || value === false || plan?.[needs] === true) return [];
  const what = `${key} needs a plan with ${GATES[needs]}`;
  const hint =
    plan?.[needs] === false
      ? 'the file says that your plan has none: the service will refuse the query; take it out'
      : `without it the service refuses the query; if your plan has it, say plan: { ${needs}: true }`;
  return [{ path: [...path, key], atKey: true, what, hint }];
}

/** Values that the service takes and that do not do what they seem to. */
function habitWarning(key: string, { value, path }: { value: ParameterValue; path: Path }): Problem[] {
  if (key === 'q' && typeof value === 'string' && value.length > LONG_QUERY) {
    const what = `the query has ${value.length} characters; beyond ${LONG_QUERY} the service may be slow or refuse it`;
    return [{ path, what, hint: 'split it into several watches' }];
  }
  if ((key === 'lang' || key === 'not_lang') && listed(value).includes('zh')) {
    return [
      {
        path,
        what: 'the service knows no zh',
        hint: 'write cn for simplified and tw for traditional Chinese',
      },
    ];
  }
  if (key === 'is_paid_content' && value === true) {
    return [
      {
        path,
        what: 'true restricts nothing',
        hint: 'write false for freely readable articles only, or take it out',
      },
    ];
  }
  return [];
}

function listed(value: ParameterValue): readonly string[] {
  return typeof value === 'object' ? value : valuesOf(String(value));
}

function openQueryWarning({ query = {} }: SoundWatch, path: Path): Problem[] {
  const { q } = query;
  if (typeof q !== 'string' || q.trim() !== '*' || Object.keys(query).length > 1) return [];
  const what = 'this matches every article there is';
  return [
    {
      path: [...path, 'q'],
      what,
      hint: 'add filters such as sources or countries, or name what you look for',
    },
  ];
}

/** A watch whose alerts its channel never tells. */
function mutedWarning(name: string, { watch, sound }: { watch: SoundWatch; sound: SoundFile }): Problem[] {
  const channel = watch.alert?.channel ?? sound.defaults?.channel;
  const least = channel === undefined ? undefined : sound.channels?.[channel]?.min_severity;
  const severity = watch.severity ?? sound.defaults?.severity ?? 'info';
  if (channel === undefined || least === undefined || compareSeverity(severity, least) >= 0) return [];
  const what = `the channel ${channel} tells ${least} and above, this watch is ${severity}: it is never told`;
  return [
    {
      path: ['watches', name],
      atKey: true,
      what,
      hint: 'raise severity, or lower min_severity of the channel',
    },
  ];
}

function unusedWarnings({ defaults, channels, brands, watches }: SoundFile): Problem[] {
  const all = Object.values(watches ?? {});
  const usedChannels = new Set([defaults?.channel, ...all.map(({ alert }) => alert?.channel)]);
  const usedBrands = new Set(all.map(({ brand }) => brand));
  const unused = (
    section: string,
    { entries, used }: { entries: object | undefined; used: ReadonlySet<unknown> },
  ) =>
    Object.keys(entries ?? {})
      .filter((name) => !used.has(name))
      .map(
        (name): Problem => ({
          path: [section, name],
          atKey: true,
          what: `no watch uses ${name}`,
          hint: 'use it, or take it out',
        }),
      );
  return [
    ...unused('channels', { entries: channels, used: usedChannels }),
    ...unused('brands', { entries: brands, used: usedBrands }),
  ];
}
