import type { Forgotten } from '../../../shared/use-cases/forget/forget-subject.ts';
import type { Traces } from '../../../shared/use-cases/forget/read-traces.ts';
import { plainText, printAmount, printTable } from '../print-values.ts';
import type { Named } from './read-subject.ts';

/** What is counted before something is forgotten. */
export type Found = Omit<Forgotten, 'shortened' | 'days' | 'messages'> & {
  /** Messages that contain its alerts; those that contain others too are shortened. */
  messages: number;
};

/** Counts what was found. */
export function countFound(traces: Traces): Found {
  const contents = [...traces.content.values()];
  const messages = traces.alerts.flatMap(({ state }) => (state.state === 'told' ? [state.messageId] : []));
  return {
    findings: contents.reduce((sum, { findings }) => sum + findings, 0),
    items: contents.reduce(
      (sum, { windows, quarantined, others }) => sum + windows + quarantined + others,
      0,
    ),
    stories: traces.stories.length,
    alerts: traces.alerts.length,
    messages: new Set(messages).size,
    extractions: traces.extractions.length,
    incidents: traces.incidents.length,
    silences: traces.silences.length,
    reports: traces.reports.length,
    objects: traces.objects,
  };
}

/** What each count means. */
const LINES: readonly (readonly [keyof Found, (n: number) => string])[] = [
  ['findings', (n) => printAmount(n, 'finding')],
  [
    'stories',
    (n) => `${printAmount(n, 'story', 'stories')}; one that other watches found too stays, without its name`,
  ],
  ['items', (n) => `${printAmount(n, 'record')} of windows, states, decisions, values seen and quarantine`],
  ['alerts', (n) => `${printAmount(n, 'alert')} with ${n === 1 ? 'its receipt' : 'their receipts'}`],
  ['messages', (n) => `${printAmount(n, 'message')}; one that contains other alerts too keeps those`],
  ['extractions', (n) => printAmount(n, 'extraction')],
  ['incidents', (n) => printAmount(n, 'open incident')],
  ['silences', (n) => `${printAmount(n, 'silence')}; one that names others too keeps those`],
  ['reports', (n) => printAmount(n, 'report')],
  ['objects', (n) => `${printAmount(n, 'object')} in the bucket: raw JSON, webhook payloads, reports`],
];

/** The list that a person confirms. */
export function printFound(
  found: Found,
  given: { named: Named; watches: readonly string[]; stack: string },
): string {
  const { named, watches, stack } = given;
  const lines = LINES.flatMap(([name, text]) => (found[name] === 0 ? [] : [text(found[name])]));
  const of = named.kind === 'brand' && watches.length > 0 ? ` (${watches.map(plainText).join(', ')})` : '';
  return `This removes all that ${stack} has stored of ${named.kind} ${plainText(named.name)}${of}, for good:\n${lines
    .map((line) => `  ${line}\n`)
    .join('')}`;
}

const DONE: readonly (readonly [keyof Forgotten, string, string?])[] = [
  ['findings', 'finding'],
  ['stories', 'story', 'stories'],
  ['items', 'other record'],
  ['alerts', 'alert'],
  ['messages', 'message'],
  ['extractions', 'extraction'],
  ['incidents', 'incident'],
  ['silences', 'silence'],
  ['reports', 'report'],
  ['objects', 'object'],
];

/** What was done, and what is left. */
export function printForgotten(
  forgotten: Forgotten,
  given: { named: Named; stack: string; left: readonly string[] },
): string {
  const { named, stack, left } = given;
  const rows = DONE.flatMap(([name, one, many]) =>
    forgotten[name] === 0 ? [] : [['-', printAmount(forgotten[name], one, many)]],
  );
  const changed = [
    ...(forgotten.shortened === 0
      ? []
      : [['~', `${printAmount(forgotten.shortened, 'message')} that contained other alerts too`]]),
    ...(forgotten.days === 0
      ? []
      : [['~', `${printAmount(forgotten.days, 'day')} of totals, which the next report adds up again`]]),
  ];
  const done = `Done: ${stack} has nothing stored of ${named.kind} ${plainText(named.name)}.\n`;
  return `${printTable([...rows, ...changed])}${done}${printLeft(left)}`;
}

/** What the command cannot remove. */
export function printLeft(left: readonly string[]): string {
  return `Not removed:\n${left.map((line) => `  ${line}\n`).join('')}`;
}

const LOGS = 'log lines that name it, until the retention of the logs ends';
const COPIES = 'backups and point-in-time copies of the table, until they expire (35 days)';

/** What stays of a watch or a brand, as sentences without a stop. */
export function leftOf({ kind }: Named, keptDays: number): string[] {
  return [
    LOGS,
    COPIES,
    'messages that were delivered, and failed ones in the dead letters of queues (14 days)',
    'jobs at the extraction service, and what the services know of the calls',
    ...(kind === 'brand' ? ['counts of names for its reports, until they expire (400 days)'] : []),
    ...(kind === 'watch'
      ? [
          'its name in alerts and messages on stories that another watch found first, until they expire',
          'reports on its brand that were written before',
        ]
      : []),
    ...(keptDays === 0
      ? []
      : [
          `its part in the totals of ${printAmount(keptDays, 'day')} of its brand, which cannot be added up again`,
        ]),
  ];
}

/** What stays of an address. */
export function leftOfAddress({ isPending, isSms }: { isPending: boolean; isSms: boolean }): string[] {
  return [
    ...(isPending
      ? [
          'its subscription, which waits for a confirmation: SNS deletes it after 48 hours, or the stack ends it once it is confirmed; then the stack forgets it',
        ]
      : []),
    `${LOGS}; they hold its short form only, except the logs that SNS writes of failed deliveries`,
    COPIES,
    'messages that were delivered, and their copies at the receiver',
    'subscriptions that somebody made with another filter: see the SNS console',
    ...(isSms ? ['its place in the list of numbers that opted out, which SNS keeps for the account'] : []),
  ];
}
