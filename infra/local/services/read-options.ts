import { parseArgs } from 'node:util';
import { type Instant, parseWireTime } from '../../../shared/domain/time/instant.ts';
import { messageOf, SettingsError } from './kit/settings-file.ts';

export const USAGE = `Usage: npm run services -- [options]

Runs local copies of the three services on one port. The first line on stdout is a JSON document with their addresses and
keys. They run until you stop them.

  --port N           listen on this port of 127.0.0.1 (default 0: any free port)
  --corpus FILE...   use articles and events from these NDJSON files, also with gzip (default: a generated sample)
  --strict           refuse a corpus with a line that cannot be used. Otherwise such lines are skipped and reported
  --shift-to-now     move all dates of the corpus so that the newest is now
  --now ISO-TIME     start the clock of the services at this time
  --data DIR         save jobs, webhooks and call counts in this folder (default: not saved)
  --plan NAME|FILE   simulate this subscription (default v3_nlp_iptc_tags)
  --faults FILE      simulate the faults in this JSON or YAML file
  --allow-loopback   allow webhooks to this machine and without https
  --help             show this text
`;

export type MainOptions = ReturnType<typeof readOptions>;

/**
 * Reads the command line of the services. `--corpus` takes all files up to the next option.
 *
 * @throws SettingsError that names the option.
 */
export function readOptions(args: readonly string[]) {
  const { values, positionals } = parse(args);
  if (positionals.length > 0 && !values.corpus) {
    throw new SettingsError(
      `Unknown option "${positionals[0]}". Write the files of a corpus after --corpus.`,
    );
  }
  return {
    help: values.help,
    port: portOf(values.port),
    corpus: [...(values.corpus ?? []), ...positionals],
    shiftToNow: values['shift-to-now'],
    /** True: a line of the corpus that cannot be used refuses the start. */
    strict: values.strict,
    allowLoopback: values['allow-loopback'],
    now: values.now === undefined ? undefined : timeOf(values.now),
    data: values.data,
    plan: values.plan,
    faults: values.faults,
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
        strict: { type: 'boolean', default: false },
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

/** The port of `--port`. @throws SettingsError */
export function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new SettingsError(
      `Invalid port "${text}" for --port. Write a whole number from 0 to 65535; 0 uses any free port.`,
    );
  }
  return port;
}

/** The instant of `--now`. @throws SettingsError */
export function timeOf(text: string): Instant {
  const at = parseWireTime(text);
  if (at === undefined)
    throw new SettingsError(`Invalid time "${text}" for --now. Write a time such as 2026-11-21T08:00:00Z`);
  return at;
}
