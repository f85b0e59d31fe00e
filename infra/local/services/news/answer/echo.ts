import type { Parameters, ParameterValue } from '../request/parameters.ts';
import { spanOf } from '../filters/time-filter.ts';
import { echoDate } from './wire-date.ts';

const THEMES: ReadonlySet<string> = new Set(['theme', 'not_theme']);

/**
 * The parameters as the service took them (news service, envelope, `user_input`): lists as arrays, themes in an array
 * of their own, dates as times with microseconds; `when` becomes the time at which its span begins.
 */
export function echoOf(parameters: Parameters): Record<string, unknown> {
  return Object.fromEntries(
    Array.from(parameters.values, ([name, value]) => {
      if (name === 'when') return [name, echoDate(spanOf(parameters).from)];
      if (THEMES.has(name)) return [name, [echoed(value)]];
      return [name, echoed(value)];
    }),
  );
}

function echoed(value: ParameterValue): unknown {
  switch (value.type) {
    case 'text':
      return value.text;
    case 'list':
      return value.list;
    case 'flag':
      return value.flag;
    case 'number':
      return value.number;
    case 'time':
      return echoDate(value.at);
  }
}
