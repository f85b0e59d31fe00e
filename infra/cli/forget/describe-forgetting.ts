import type { Forgotten } from '../../../shared/use-cases/forget/forget-subject.ts';
import type { Traces } from '../../../shared/use-cases/forget/read-traces.ts';
import { printAmount } from '../print-values.ts';
import type { Named } from './read-subject.ts';

type Counts = Readonly<Partial<Record<keyof Forgotten, number>>>;

/** Counts what was found. */
export function countFound(traces: Traces): Counts {
  const contents = [...traces.content.values()];
  const sumOf = (of: (one: (typeof contents)[number]) => number) =>
    contents.reduce((sum, one) => sum + of(one), 0);
  const messages = traces.alerts.flatMap(({ state }) => (state.state === 'told' ? [state.messageId] : []));
  return {
    findings: sumOf(({ findings }) => findings),
    items: sumOf(({ windows, quarantined, others }) => windows + quarantined + others),
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

/** What is counted: one, many, and what stays or what it is. */
const THINGS: readonly (readonly [keyof Forgotten, one: string, many?: string, note?: string])[] = [
  ['findings', 'finding'],
  ['stories', 'story', 'stories', 'one that other watches found too stays, without its name'],
  [
    'items',
    'other record',
    'other records',
    'windows, states, decisions, values seen, receipts and quarantine',
  ],
  ['alerts', 'alert'],
  ['messages', 'message', 'messages', 'one that contains other alerts too keeps those'],
  ['shortened', 'message that keeps its other alerts', 'messages that keep their other alerts'],
  ['extractions', 'extraction'],
  ['incidents', 'open incident'],
  ['silences', 'silence', 'silences', 'one that names others too keeps those'],
  ['reports', 'report'],
  ['objects', 'object', 'objects', 'raw JSON, webhook payloads and reports in the bucket'],
  ['days', 'day of totals', 'days of totals', 'the next report adds them up again'],
];

/** The counts of what holds nothing. */
export const NOTHING: Counts = Object.fromEntries(THINGS.map(([thing]) => [thing, 0]));

/** A line for each thing of which there is some. */
export function linesOf(counts: Counts): string[] {
  return THINGS.flatMap(([thing, one, many, note]) => {
    const { [thing]: count = 0 } = counts;
    const more = note === undefined ? '' : `; ${note}`;
    return count === 0 ? [] : [`${printAmount(count, one, many)}${more}`];
  });
}

const LOGS = 'log lines that name it, until the retention of the logs ends';
const COPIES = 'backups and point-in-time copies of the table, until they expire (35 days)';

/** What stays of a watch or a brand, as sentences without a stop. */
export function leftOf({ kind }: Named, keptDays = 0): string[] {
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
