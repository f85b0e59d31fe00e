import { needWatch, stackCommand, unknownName } from '../command.ts';
import {
  type ExportFormat,
  type Exported,
  FORMATS,
  exportedAlert,
  exportedFinding,
  exportedStory,
  openRecordFile,
} from '../export/exported.ts';
import { CliFailure } from '../failure.ts';
import { plainText, printAmount } from '../print-values.ts';
import { SPAN_OPTIONS, readSpan } from '../read-span.ts';
import type { Stack } from '../stack/stack.ts';
import { withProgress } from '../terminal.ts';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { inParallel, partsOf } from '../../../shared/domain/lib/in-parallel.ts';
import { DAY, type Window, contains, dayAfter, dayOf, isoOf } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';

/** Writes what a stack has stored to files. */
export const exportCommand = stackCommand({
  usage: 'export --to FOLDER [options]',
  about: `Writes the stored findings, alerts and stories to files in a folder: findings.ndjson, alerts.ndjson and
stories.ndjson, and the same as CSV. Existing files of these names are replaced when the new
ones are whole. It exports all applied watches, one
watch, or those of a brand: findings by when they were found, alerts by when they were made, and the stories of these
findings. With --removed it also exports what is still stored of watches that were removed from the file; --watch may name
one of them. On a terminal the command shows its progress.`,
  options: {
    to: { type: 'string', value: 'FOLDER', about: 'the folder; it is created if it does not exist' },
    watch: { type: 'string', value: 'ID', about: 'only this watch' },
    brand: { type: 'string', value: 'NAME', about: 'only the watches of this brand' },
    removed: { type: 'boolean', about: 'also watches that were removed' },
    ...SPAN_OPTIONS,
    format: { type: 'string', value: 'FORMAT', about: 'only this format: ndjson or csv (default both)' },
  },
  async run({ values, stack }, world) {
    const { to, watch, brand } = values;
    if (to === undefined)
      throw new CliFailure('Missing option --to.', { hint: 'name a folder: bellwether export --to export' });
    if (watch !== undefined && brand !== undefined)
      throw new CliFailure('You cannot use --watch and --brand together.', { hint: 'remove one of them' });
    const formats = formatsOf(values.format);
    const now = stack.now();
    const selection = { watch, brand, removed: values.removed ?? false };
    const { ids, leftOut, window } = await selectWatches(selection, {
      stack,
      windowOf: (since) => readSpan(values, { since, now }),
    });
    const folder = resolve(world.folder, to);
    await mkdir(folder, { recursive: true });
    const files = new Map(KINDS.map((kind) => [kind, openCounted(folder, { kind, formats })]));
    const write = (kind: (typeof KINDS)[number]) => async (record: Exported) =>
      files.get(kind)?.write(record);
    try {
      await withProgress(world.stderr, (progress) =>
        exportRecords({
          stack,
          watches: ids,
          isSelection: watch !== undefined || brand !== undefined,
          window,
          write: { finding: write('findings'), alert: write('alerts'), story: write('stories') },
          progress,
        }),
      );
      // Only when all are whole does the first of them replace an older one.
      for (const step of ['end', 'publish'] as const) for (const file of files.values()) await file[step]();
    } finally {
      for (const file of files.values()) await file.discard();
    }
    const counts = Object.fromEntries([...files].map(([kind, { count }]) => [kind, count()]));
    const names = [...files.values()].flatMap((file) => file.names);
    const span = { from: isoOf(window.from), until: isoOf(window.to) };
    const { findings = 0, alerts = 0, stories = 0 } = counts;
    if (leftOut.length > 0)
      world.stderr.write(
        `Not exported: ${printAmount(leftOut.length, 'removed watch')} (${leftOut.map(plainText).join(', ')}). Add --removed to export what is still stored.\n`,
      );
    return {
      text: `${printAmount(findings, 'finding')}, ${printAmount(alerts, 'alert')} and ${printAmount(stories, 'story')} written to ${to}: ${names.join(', ')}\n`,
      document: { stack: stack.name, folder, files: names, watches: ids, ...span, ...counts },
    };
  },
});

const KINDS = ['findings', 'alerts', 'stories'] as const;

function formatsOf(given: string | undefined): readonly ExportFormat[] {
  if (given === undefined) return FORMATS;
  const found = FORMATS.filter((format) => format === given);
  if (found.length > 0) return found;
  throw new CliFailure(`Invalid --format ${JSON.stringify(given)}.`, { hint: 'write ndjson or csv' });
}

/** One file in each format, and how many records they have. */
function openCounted(folder: string, { kind, formats }: { kind: string; formats: readonly ExportFormat[] }) {
  const files = formats.map((format) => openRecordFile(folder, { kind, format }));
  let written = 0;
  const each = (act: 'end' | 'publish' | 'discard') => async () => {
    for (const file of files) await file[act]();
  };
  return {
    names: files.map(({ name }) => name),
    count: () => written,
    async write(record: Exported) {
      written += 1;
      for (const file of files) await file.write(record);
    },
    end: each('end'),
    publish: each('publish'),
    discard: each('discard'),
  };
}

type ExportStack = Pick<Stack, 'alerts' | 'findings' | 'stories'>;

/** What is exported, and where each record goes. */
interface ExportOrder {
  stack: ExportStack;
  /** The ids of the watches. */
  watches: readonly string[];
  /** False: alerts without a watch are exported too, such as those about incidents. */
  isSelection: boolean;
  window: Window;
  write: Readonly<Record<'finding' | 'alert' | 'story', (record: Exported) => Promise<void>>>;
  progress: (text: string) => void;
}

/** More alerts than all channels together get in a day. */
const MOST_A_DAY = 1_000_000;
/** Most days have few alerts or none. */
const DAYS_AT_ONCE = 20;
/** Stories are read a hundred at a time. */
const AT_ONCE = 100;

/**
 * Exports the findings that were found in a window, the alerts that were made in it, and the stories of these
 * findings. Reads page by page; of what was read before it remembers the ids of stories.
 */
async function exportRecords(order: ExportOrder): Promise<void> {
  const stories = new Set<string>();
  for (const watchId of order.watches) await exportFindings(watchId, { ...order, stories });
  await exportAlerts(order);
  await exportStories([...stories], order);
}

async function exportFindings(
  watchId: string,
  { stack, window, write, progress, stories }: ExportOrder & { stories: Set<string> },
): Promise<void> {
  for await (const page of stack.findings.pagesIn(watchId, window))
    for (const found of page.filter(({ foundAt }) => contains(window, foundAt))) {
      progress(`${watchId}: findings of ${dayOf(found.foundAt)} …`);
      await write.finding(exportedFinding(found));
      if (found.story !== undefined) stories.add(found.story);
    }
}

async function exportAlerts({
  stack,
  watches,
  isSelection,
  window,
  write,
  progress,
}: ExportOrder): Promise<void> {
  const own = new Set(watches);
  for (const days of partsOf(daysIn(window), DAYS_AT_ONCE)) {
    progress(`alerts from ${days[0]} …`);
    const made = await inParallel(days, (day) => stack.alerts.madeOn(day, MOST_A_DAY));
    for (const stored of made.flat()) {
      const { watchId, createdAt } = stored.alert;
      const isWanted = !isSelection || (watchId !== undefined && own.has(watchId));
      if (isWanted && contains(window, createdAt)) await write.alert(exportedAlert(stored));
    }
  }
}

async function exportStories(ids: readonly string[], { stack, write, progress }: ExportOrder): Promise<void> {
  let done = 0;
  for (const part of partsOf(ids, AT_ONCE)) {
    progress(`stories ${done} of ${ids.length} …`);
    for (const story of (await stack.stories.read(part)).values()) await write.story(exportedStory(story));
    done += part.length;
  }
}

/** The UTC days that a window touches. */
function daysIn({ from, to }: Window): string[] {
  const days: string[] = [];
  for (let day = dayOf(from); day <= dayOf(to - 1); day = dayAfter(day)) days.push(day);
  return days;
}

/** What the options of an export select. A removed watch that `watch` names needs no `removed`. */
interface Selection {
  watch: string | undefined;
  brand: string | undefined;
  removed: boolean;
}

/**
 * Selects the watches to export, with the removed ones that an export without `removed` leaves out, and the window.
 *
 * @param windowOf the window, when everything since an instant is wanted unless somebody says otherwise.
 * @throws CliFailure for a watch or a brand of which nothing is known.
 */
async function selectWatches(
  selection: Selection,
  { stack, windowOf }: { stack: Stack; windowOf: (since: number) => Window },
): Promise<{ ids: string[]; leftOut: string[]; window: Window }> {
  const applied = await stack.definitions.watches();
  const ids = new Set(applied.map(({ id }) => id));
  const noted = (await stack.removedWatches.all(stack.now())).filter(({ watchId }) => !ids.has(watchId));
  // Nothing is kept for longer.
  const longest = Math.max(400 * DAY, ...[...applied, ...noted].map(({ retention }) => retention));
  const window = windowOf(stack.now() - longest);
  const { watch, removed } = selection;
  if (watch !== undefined) {
    if (!noted.some(({ watchId }) => watchId === watch)) needWatch(watch, { watches: applied, stack });
    return { ids: [watch], leftOut: [], window };
  }
  const own = (one: Pick<Watch, 'brand'>) => selection.brand === undefined || one.brand === selection.brand;
  const [chosen, others] = [applied.filter(own), noted.filter(own).map(({ watchId }) => watchId)];
  if (chosen.length === 0 && selection.brand !== undefined && !(removed && others.length > 0))
    throw others.length > 0
      ? new CliFailure(`Every watch of brand "${selection.brand}" was removed.`, { hint: 'add --removed' })
      : unknownName(['brand', 'brands'], selection.brand, {
          known: applied.flatMap((one) => one.brand ?? []),
          where: stack.name,
        });
  const all = [...chosen.map(({ id }) => id), ...(removed ? others : [])];
  return { ids: all, leftOut: removed ? [] : others, window };
}
