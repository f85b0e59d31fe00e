import { inParallel, partsOf } from '../../../shared/domain/lib/in-parallel.ts';
import {
  contains,
  DAY,
  dayAfter,
  dayOf,
  type Instant,
  type Window,
} from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { CliFailure } from '../failure.ts';
import { needWatch, unknownName } from '../need-stack.ts';
import type { Stack } from '../stack/stack.ts';
import { type Exported, exportedAlert, exportedFinding, exportedStory } from './exported.ts';

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
export async function exportRecords(order: ExportOrder): Promise<void> {
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
  const last: Instant = to - 1;
  for (let day = dayOf(from); day <= dayOf(last); day = dayAfter(day)) days.push(day);
  return days;
}

/** How far back an export goes when nothing else is said, in milliseconds: as long as the longest retention. */
function longestKept(retentions: readonly number[]): number {
  return Math.max(400 * DAY, ...retentions);
}

/** What the options of an export select. */
interface Selection {
  watch: string | undefined;
  brand: string | undefined;
  /** Watches that were removed are selected too. One that is named by `watch` needs no such option. */
  removed: boolean;
}

/** The selected watches, and the removed ones that an export without `removed` leaves out. */
interface SelectedWatches {
  ids: string[];
  leftOut: string[];
  window: Window;
}

/**
 * Selects the watches to export, and the window.
 *
 * @param windowOf the window, when everything since an instant is wanted unless somebody says otherwise.
 * @throws CliFailure for a watch or a brand of which nothing is known.
 */
export async function selectWatches(
  selection: Selection,
  { stack, windowOf }: { stack: Stack; windowOf: (since: number) => Window },
): Promise<SelectedWatches> {
  const applied = await stack.definitions.watches();
  const ids = new Set(applied.map(({ id }) => id));
  const noted = (await stack.removedWatches.all(stack.now())).filter(({ watchId }) => !ids.has(watchId));
  const retentions = [...applied, ...noted].map(({ retention }) => retention);
  const window = windowOf(stack.now() - longestKept(retentions));
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
