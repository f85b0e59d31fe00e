import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import { type Watch, windowRuleOf } from '../../../shared/domain/watches/watch.ts';
import { formatSpan, isoOf } from '../../../shared/domain/time/instant.ts';
import { paint, paintSeverity } from '../terminal.ts';
import { plainText, printAmount, printNumber, printTable } from '../print-values.ts';
import { type JudgeCost, printJudges } from './judge-costs.ts';
import { type BillEstimate, printBill } from '../cost/estimate-bill.ts';
import { type PlaceOfQuery, printAdvice, type QuestionAdvice } from './print-advice.ts';
import {
  countChanges,
  type ChangedEntry,
  type Comparison,
  type Differences,
  type EditDifference,
  type FieldChange,
} from './compare.ts';
import type { CallEstimate, ServiceCost } from './estimate-calls.ts';

/** Fields in milliseconds. */
const SPANS = new Set(['overlap', 'lookback', 'retention']);

/** Fields of a watch that say with which others it shares its stories. */
const MOVES_STORIES = new Set(['brand', 'stories']);

/** The changes, then the costs per month, as text. */
export function printPlan(
  comparison: Comparison,
  given: {
    desired: Desired;
    estimate: CallEstimate;
    costs: readonly ServiceCost[];
    bill: BillEstimate;
    judges: readonly JudgeCost[];
    questions: readonly QuestionAdvice[];
    placeOf: PlaceOfQuery;
  },
): string {
  const { desired, estimate, costs, bill, judges, questions, placeOf } = given;
  const watches = new Map(desired.watches.map((watch) => [watch.id, watch]));
  const lists = new Map(desired.feeds?.map(({ name, urls }) => [name, urls.length]));
  const { added, changed, removed } = countChanges(comparison);
  const sum =
    added + changed + removed === 0
      ? 'No changes.'
      : `${added} to add, ${changed} to change, ${removed} to remove.`;
  const { edits, ...kinds } = { ...comparison, feeds: shortened(comparison.feeds) };
  const about: Readonly<Record<string, (id: string) => string>> = {
    watches: (id) => aboutWatch(watches.get(id)),
    feeds: (name) => printAmount(lists.get(name) ?? 0, 'feed'),
    subscriptions: aboutAddress,
  };
  return [
    ...Object.entries(kinds).map(([title, differences]) => printSection(title, differences, about[title])),
    printEdits(edits),
    printCalls(estimate),
    ...costs.map(printCost),
    printBill(bill),
    printJudges(judges),
    printAdvice(questions, { watches, placeOf }),
    `${sum}\n`,
  ].join('');
}

const FATES: Readonly<Record<EditDifference['fate'], string>> = {
  kept: 'above the file',
  overruled: 'the file has changed this: apply with --keep-edits or --drop-edits',
  'in-file': 'the file says the same: apply ends it',
  gone: 'apply removes it',
};

/** What people edited on pages. */
function printEdits(edits: readonly EditDifference[]): string {
  if (edits.length === 0) return '';
  const rows = edits.map(({ id, text, fate, edit }) => {
    const by = `${edit.by.name}, ${isoOf(edit.at).slice(0, 10)}`;
    return ['~', plainText(id), plainText(text), plainText(by), FATES[fate]];
  });
  return `${paint('heading', 'edits of pages')}\n${printTable(rows, '  ')}\n`;
}

/** The most feeds of one list that are named. */
const MOST_FEEDS_SHOWN = 10;

/** A list of which many feeds change: the first ones, and how many there are beside them. */
function shortened({ changed, ...rest }: Differences): Differences {
  return {
    ...rest,
    changed: changed.map(({ id, fields }) => {
      const more = fields.length - MOST_FEEDS_SHOWN;
      if (more <= 0) return { id, fields };
      const others = { field: 'more', from: undefined, to: printAmount(more, 'other feed') };
      return { id, fields: [...fields.slice(0, MOST_FEEDS_SHOWN), others] };
    }),
  };
}

function printSection(
  title: string,
  { added, changed, removed }: Differences,
  about: (id: string) => string = () => '',
): string {
  if (added.length + changed.length + removed.length === 0) return '';
  const rows = [
    ...added.map((id) => ['+', plainText(id), about(id)]),
    ...changed.flatMap(({ id, fields }) => changeRows({ id, fields })),
    ...removed.map((id) => ['-', plainText(id), title === 'watches' ? 'drops its pending alerts' : '']),
  ];
  return `${paint('heading', title)}\n${printTable(rows, '  ')}\n`;
}

function changeRows({ id, fields }: ChangedEntry): string[][] {
  return fields.map((field, index) => [
    index === 0 ? '~' : '',
    index === 0 ? plainText(id) : '',
    printChange(field),
  ]);
}

function printChange({ field, from, to }: FieldChange): string {
  if (field === 'version') return 'changed query: the next run collects a baseline over its lookback';
  if (field === 'withNlp')
    return `${to === undefined ? 'no longer asks' : 'asks'} for summaries, translations and topics (plan: nlp)`;
  if (field === 'more') return `and ${String(to)}`;
  const consequence = MOVES_STORIES.has(field) ? ': its open stories may be notified again' : '';
  return plainText(`${field}: ${printValue(field, from)} -> ${printValue(field, to)}${consequence}`);
}

function printValue(field: string, value: unknown): string {
  if (value === undefined) return '(none)';
  if (typeof value === 'number' && SPANS.has(field)) return formatSpan(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function aboutWatch(watch: Watch | undefined): string {
  if (!watch) return '';
  const { kind, schedule, severity } = watch;
  return `${kind}, ${schedule}: ${groupOfStory(watch)}, ${paintSeverity(severity)}`;
}

/** What a watch alerts on, and its channel. Counts contain no findings, so some policies cannot alert on them. */
function groupOfStory({ kind, alert: { when, channel } }: Watch): string {
  const notifies: string | undefined = NOTIFIES_ABOUT[when];
  if (notifies !== undefined && windowRuleOf(kind)?.holds !== 'counts') return `${notifies} to ${channel}`;
  return notifies === undefined
    ? `${when.replaceAll('_', ' ')} to ${channel}`
    : 'stores counts, sends no alerts';
}

/** Policies that alert on findings; the other policies are shown by their name. */
const NOTIFIES_ABOUT: Readonly<Record<string, string>> = { finding: 'each finding', story: 'each story' };

function aboutAddress(address: string): string {
  if (address.startsWith('email ') || address.startsWith('https '))
    return 'receives a message with a link to confirm';
  return '';
}

function printCalls({ watches, reserve, total, allowed }: CallEstimate): string {
  const share =
    allowed === undefined ? '' : `of ${printNumber(allowed)}: ${Math.ceil((total / allowed) * 100)}%`;
  const own = watches.map(({ calls, ...one }) => ({ ...one, amount: calls }));
  return printUse('calls per month', own, [
    ['reserve', printNumber(reserve), 'further pages and retries'],
    ['total', printNumber(total), share],
  ]);
}

function printCost({ service, unit, watches, total }: ServiceCost): string {
  const title = unit === 'calls' ? `calls to the ${service} service per month` : 'credits per month, at most';
  return printUse(title, watches, [['total', printNumber(total), '']]);
}

function printUse(title: string, watches: ServiceCost['watches'], sums: readonly string[][]): string {
  const rows = watches.map(({ id, runs, amount }) => [id, printNumber(amount), printAmount(runs, 'run')]);
  return `${paint('heading', title)}\n${printTable([...rows, ...sums], '  ')}\n`;
}
