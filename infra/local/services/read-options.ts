import { parseArgs } from 'node:util';
import { type Instant, parseWireTime } from '../../../shared/domain/time/instant.ts';
import { messageOf, SettingsError } from './kit/settings-file.ts';

export const USAGE = `Usage: npm run services -- [options]

Runs the three services that the stack watches on this machine, below one port. The first line on stdout tells their
addresses and keys as JSON; they run until they are stopped.

  --port N           listen on this port of 127.0.0.1 (default 0: any free one)
  --corpus FILE...   answer from these NDJSON files of articles and events (default: a generated sample)
  --shift-to-now     move all dates of the corpus, so that its newest line is of now
  --now ISO-TIME     let the clock of the services start at this time
  --data DIR         keep jobs, webhooks and counted calls in this folder (default: until the end)
  --plan NAME|FILE   simulate this subscription (default v3_nlp_iptc_tags)
  --faults FILE      play the faults of this JSON or YAML file
  --allow-loopback   let webhooks go to this machine, and without https
  --help             show this text
`;

export interface MainOptions {
  help: boolean;
  port: number;
  corpus: readonly string[];
  shiftToNow: boolean;
  allowLoopback: boolean;
  now?: Instant;
  data?: string;
  plan?: string;
  faults?: string;
}

/**
 * Reads the command line of the services. `--corpus` takes all files up to the next option.
 *
 * @throws SettingsError that names the option.
 */
export function readOptions(args: readonly string[]): MainOptions {
  const { values, positionals } = parse(args);
  if (positionals.length > 0 && !values.corpus) {
    throw new SettingsError(`${positionals[0]}: this is no option. Files of a corpus stand behind --corpus`);
  }
  const now = values.now === undefined ? undefined : timeOf(values.now);
  return {
    help: values.help,
    port: portOf(values.port),
    corpus: [...(values.corpus ?? []), ...positionals],
    shiftToNow: values['shift-to-now'],
    allowLoopback: values['allow-loopback'],
    ...(now === undefined ? {} : { now }),
    ...(values.data === undefined ? {} : { data: values.data }),
    ...(values.plan === undefined ? {} : { plan: values.plan }),
    ...(values.faults === undefined ? {} : { faults: values.faults }),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '0' },
        corpus: { type: 'string', multiple: true },
        'shift-to-now': { type: 'boolean', default: false },
        now: { type: 'string' },
        data: { type: 'string' },
        plan: { type: 'string' },
        faults: { type: 'string' },
        'allow-loopback': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (cause) {
    throw new SettingsError(messageOf(cause), { cause });
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new SettingsError(`--port ${text}: a port is a whole number from 0 to 65535; 0 picks a free one`);
  }
  return port;
}

function timeOf(text: string): Instant {
  const at = parseWireTime(text);
  if (at === undefined) throw new SettingsError(`--now ${text}: write a time such as 2026-11-21T08:00:00Z`);
  return at;
}
