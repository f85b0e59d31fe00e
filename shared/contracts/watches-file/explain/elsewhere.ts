import { parameterOf } from '../../../domain/services/news-parameters.ts';
import type { Path } from '../problems/problem.ts';
import { channelSchema } from '../schema/channel-schema.ts';
import { keysOf } from '../schema/expectations.ts';
import { reportSchema } from '../schema/report-schema.ts';
import { jobFields } from '../schema/watchlist-schema.ts';
import { settings, watchOfAnyKind } from '../schema/watch-schema.ts';

/** Where a key belongs that its place does not have, as a hint; undefined for a key that the file has nowhere. */
export function hintElsewhere(key: string, path: Path): string | undefined {
  const [section] = path;
  if (section === 'watches' && Object.hasOwn(jobFields, key))
    return 'remove it: only a watch of kind extraction has it';
  if (section === 'channels' && path.length > 2 && (CHANNEL.has(key) || key === 'timezone'))
    return 'move it to the channel: it is a key beside email';
  if (section !== 'channels' && CHANNEL.has(key)) return 'move it to a channel, which all its watches share';
  if (section === 'defaults' && WATCH.has(key) && !Object.hasOwn(settings, key))
    return `write it in each watch: defaults have no ${key}`;
  if (section === 'watches' && path.length > 2 && WATCH.has(key))
    return 'move it to the watch: it is a key beside kind';
  if (section !== 'watches' && WATCH.has(key)) return 'move it to the watches that it is for';
  if (section !== 'reports' && REPORT.has(key)) return 'move it to a report';
  return parameterOf(key) === undefined ? undefined : 'move it to the query of each watch that it is for';
}

const CHANNEL = new Set(keysOf(channelSchema).filter((key) => key !== 'timezone' && key !== 'companies'));
const WATCH = new Set(keysOf(watchOfAnyKind));
const REPORT = new Set(keysOf(reportSchema));
