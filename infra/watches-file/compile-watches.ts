import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkWatches } from '../../shared/contracts/watches-file/check-watches.ts';
import {
  memberOf,
  namesIn,
  type Path,
  printPath,
  type Problem,
} from '../../shared/contracts/watches-file/problem.ts';
import type { Channel } from '../../shared/domain/channels/channel.ts';
import { didYouMean } from '../../shared/contracts/watches-file/near-miss.ts';
import type { Desired } from '../../shared/domain/config/desired-state.ts';
import type { Service } from '../../shared/domain/lib/errors.ts';
import { defined } from '../../shared/domain/lib/fields.ts';
import type { Instant } from '../../shared/domain/time/instant.ts';
import { serviceOf, type Watch } from '../../shared/domain/watches/watch.ts';
import { isPublicHost } from '../../shared/providers/http/public-address.ts';
import { templateFault } from '../../shared/render/chat/template-form.ts';
import { type FilledWatchlists, fillWatchlists, placeInRows } from './fill-watchlists.ts';
import { besideOf, type ReadBeside } from './find-file.ts';
import { locate } from './locate.ts';
import { fillFeeds } from './read-feed-list.ts';
import { placeOf, readYaml, type YamlText } from './read-yaml.ts';

/** A problem of a file with its place: line and column count from 1, columns in UTF-16 units. */
export interface FileProblem {
  file: string;
  line: number;
  column: number;
  /** `watches.acme-news.query.lang[0]`; empty where the text could not be read. */
  path: string;
  /** What is wrong. */
  what: string;
  /** What is possible there. */
  expected?: string;
  /** What the file has there. */
  found?: string;
  /** What the author can do. */
  hint?: string;
}

export type CompiledWatches =
  | {
      ok: true;
      desired: Desired;
      /** The calls a month that the file says the plan allows. */
      callsPerMonth: number | undefined;
      usdPerMonth: number | undefined;
      /** A problem that only a service can find, with its place in the file. */
      placed: (problem: Problem) => FileProblem;
      warnings: FileProblem[];
    }
  | { ok: false; problems: FileProblem[]; warnings: FileProblem[] };

/**
 * Reads the text of a `watches.yaml`: the watches and channels that it asks for with every default filled in, or
 * every problem in it, in the order of the file. Never throws, whatever the text. `file` is the name for messages;
 * `now` decides which schedules have passed; `readBeside` reads the files that it names; `unused` are services that
 * the stage of the file does not use.
 */
export function compileWatches(
  text: string,
  {
    file,
    now,
    readBeside = () => undefined,
    unused = ALL_USED,
  }: { file: string; now: Instant; readBeside?: ReadBeside; unused?: Unused },
): CompiledWatches {
  const yaml = readYaml(text);
  const faults = yaml.faults.map((fault) => ({ file, ...fault, path: printPath(fault.path) }));
  if (!('data' in yaml)) return { ok: false, problems: inOrder(faults), warnings: [] };
  const lists = fillFeeds(yaml.data, readBeside);
  const { data, problems, filled } = fillWatchlists(lists.data, readBeside);
  const unread = [...lists.problems, ...problems];
  const checked = checkWatches(data, { now });
  const place = (problem: Problem) => placed(problem, { yaml, file, filled });
  if (unread.length > 0)
    return { ok: false, problems: inOrder([...faults, ...unread.map(place)]), warnings: [] };
  const read = yaml.warnings.map((warning) => ({ file, ...warning, path: printPath(warning.path) }));
  const advice = [...lists.warnings, ...checked.warnings, ...privateAddressWarnings(data)].map(place);
  const warnings = inOrder([...read, ...advice]);
  if (!checked.ok) {
    const others = checked.problems.map(place);
    return { ok: false, problems: inOrder([...faults, ...others]), warnings };
  }
  const { desired, callsPerMonth, usdPerMonth } = checked;
  const unserved = [
    ...checkServices(desired.watches, unused),
    ...checkModels(desired.watches, unused),
    ...checkTemplates(desired.channels),
  ].map(place);
  if (faults.length + unserved.length > 0)
    return { ok: false, problems: inOrder([...faults, ...unserved]), warnings };
  return { ok: true, desired, callsPerMonth, usdPerMonth, placed: place, warnings };
}

const ALL_USED: Unused = { services: [], file: '' };

/** A problem with its place: in the file itself, or in a CSV file that it names. */
function placed(
  problem: Problem,
  { yaml, file, filled }: { yaml: YamlText; file: string } & Pick<FilledWatchlists, 'filled'>,
): FileProblem {
  const { what, expected, hint } = problem;
  const row = placeInRows(problem.path, { filled });
  const { at, found } = row ? { at: 0, found: row.found } : locate(yaml, problem);
  return defined<FileProblem>({
    // It is in the same folder.
    file: row ? file.replace(/[^/\\]*$/, row.file) : file,
    ...(row ? { line: row.line, column: 1 } : placeOf(yaml.lines, at)),
    path: printPath(row?.path ?? problem.path),
    what,
    expected,
    found,
    hint,
  });
}

function inOrder(problems: FileProblem[]): FileProblem[] {
  return problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
}

/**
 * Warns of https addresses that name a host of a private network. SNS posts to them from the network of AWS, where no
 * such host can be reached: the address is never confirmed, and its alerts are lost. Never throws, whatever the
 * content.
 */
export function privateAddressWarnings(data: unknown): Problem[] {
  const places = [...namesIn(data, 'channels').map((name) => ['channels', name]), ['operators']];
  return places.flatMap((path) => {
    const addresses = [...path, 'https'].reduce<unknown>(memberOf, data);
    return Array.isArray(addresses) ? warningsOf(addresses, path) : [];
  });
}

function warningsOf(addresses: readonly unknown[], path: Path): Problem[] {
  return addresses.flatMap((address, n): Problem[] => {
    const url = typeof address === 'string' ? URL.parse(address) : null;
    if (url?.protocol !== 'https:' || isPublicHost(url.hostname)) return [];
    const what = `SNS cannot reach "${url.hostname}": it is a host of a private network, and SNS posts from the internet`;
    const hint = 'write the address of a host of the internet, or send the alerts to a queue';
    return [{ path: [...path, 'https', n], what, hint }];
  });
}

/** The services that a stage does not use, and the file that says so. */
export interface Unused {
  services: readonly Service[];
  /** `infra/stages/prod.yaml` */
  file: string;
  /** The names of the models of the stage. Absent: they are not known. */
  models?: readonly string[];
}

/** The watches that no run could ever serve: their service is not used in the stage. */
function checkServices(
  watches: readonly Pick<Watch, 'id' | 'kind'>[],
  { services, file }: Unused,
): Problem[] {
  return watches.flatMap(({ id, kind }): Problem[] => {
    const service = serviceOf(kind);
    if (!services.includes(service)) return [];
    return [
      {
        path: ['watches', id, 'kind'],
        what: `The watch needs the ${service} service, which this stage does not use`,
        hint: `write its address as services.${service} in ${file}, or remove the watch`,
      },
    ];
  });
}

/** Judges whose model the stage does not name. */
function checkModels(watches: readonly Pick<Watch, 'id' | 'judge'>[], { models, file }: Unused): Problem[] {
  return watches.flatMap(({ id, judge }): Problem[] => {
    if (!judge || !models || models.includes(judge.model)) return [];
    const what = `The stage has no model ${JSON.stringify(judge.model)}`;
    const hint = didYouMean(judge.model, models) ?? `add it to models in ${file}, or name one of them`;
    return [{ path: ['watches', id, 'judge', 'model'], what, expected: models.join(', ') || 'none', hint }];
  });
}

/** The bodies of webhooks that could make no message. */
function checkTemplates(channels: readonly Channel[]): Problem[] {
  return channels.flatMap(({ name, transports: { webhook } = {} }): Problem[] => {
    const fault = webhook && 'body' in webhook ? templateFault(webhook) : undefined;
    if (fault === undefined) return [];
    const hint = 'the names that a template can use are in docs/watches.md, section Messengers';
    return [
      { path: ['channels', name, 'webhook', 'body'], what: `The template cannot be used: ${fault}`, hint },
    ];
  });
}

/** A file of watches that must not be deployed. The message lists every problem with its place. */
export class WatchesRefused extends Error {
  override readonly name = 'WatchesRefused';
}

/**
 * Compiles a file of watches to the payload of `apply-watches`, for a stage
 * that does not use some services.
 *
 * @throws WatchesRefused before anything is deployed, when the file has a problem.
 */
export function readWatches(file: string, unused?: Unused): string {
  const path = resolve(file);
  const text = readFileSync(path, 'utf8');
  const compiled = compileWatches(text, {
    file,
    now: Date.now(),
    readBeside: besideOf(path),
    ...(unused && { unused }),
  });
  if (!compiled.ok) throw new WatchesRefused(`\n${printProblems(compiled.problems, 'error')}`);
  return JSON.stringify(compiled.desired);
}

/** The most problems to print. The others are counted: one mistake often causes many. */
const MOST = 50;

/**
 * Problems for a person and for an editor: `FILE:LINE:COLUMN: path: what is wrong`, then, indented, what was expected,
 * what the file has there, and what to do. `label` is `error` or `warning`, painted or not.
 */
export function printProblems(problems: readonly FileProblem[], label: string): string {
  const shown = problems.slice(0, MOST).map((problem) => printProblem(problem, label));
  const more = problems.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more\n`] : [])].join('');
}

function printProblem(
  { file, line, column, path, what, expected, found, hint }: FileProblem,
  label: string,
): string {
  const details = [
    ['expected', expected],
    ['found', found],
    ['hint', hint],
  ].flatMap(([name, text]) => (text === undefined ? [] : [`    ${`${name}:`.padEnd(10)}${text}\n`]));
  return `${file}:${line}:${column}: ${label}: ${path === '' ? '' : `${path}: `}${what}\n${details.join('')}`;
}
