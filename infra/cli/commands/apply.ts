import { lanesOf } from '../../../shared/domain/channels/channel.ts';
import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import { typedKeys } from '../../../shared/domain/lib/fields.ts';
import type { ApplyOutcome, Changes } from '../../../shared/domain/runs/outcome.ts';
import { channelsOf, runsHere, serviceOf, type Watch } from '../../../shared/domain/watches/watch.ts';
import type { StoredAlert } from '../../../shared/store/alerts/alerts.ts';
import { applyOrFail, endUpstream, mayGoOn } from '../removing.ts';
import { OPTIONS, stackCommand } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { estimateCalls, overBudget } from '../plan/estimate-calls.ts';
import { checkUsedServices } from '../plan/check-services.ts';
import { compare, type Comparison, readApplied } from '../plan/compare.ts';
import { plainText, printAmount, printTable } from '../print-values.ts';
import { readValidWatches } from '../read-file.ts';
import type { Stack } from '../stack/stack.ts';
import type { WhenOverruled } from '../../../shared/use-cases/apply/settle-edits.ts';
import type { World } from '../world.ts';

/** Updates the table, schedules and subscriptions of a stack to match the file. */
export const apply = stackCommand({
  usage: 'apply [options]',
  about: `Checks the watches file, updates the watches, schedules and subscriptions of the stack to match it, and prints the
changes. If you apply the same file again, nothing changes. A new watch, and one with another query, runs at once. A new
e-mail or https address receives a message with a link to confirm it. If something would be removed, apply lists it with
what is lost and asks; scripts need --yes. With --empty the stack also removes what it created at the extraction service,
and prints what is left.`,
  options: {
    watches: OPTIONS.watches,
    'over-budget': { type: 'boolean', about: 'accept a file that needs more than 90% of the plan' },
    yes: { type: 'boolean', about: 'remove without asking, for scripts' },
    'keep-edits': {
      type: 'boolean',
      about: 'let edits of pages hold on where the file has changed the same',
    },
    'drop-edits': { type: 'boolean', about: 'end these edits: the file holds' },
    empty: { type: 'boolean', about: 'remove all watches and channels, before you destroy the stack' },
  },
  async run({ values, stack }, world) {
    if (values.empty && values.watches !== undefined) {
      throw new CliFailure('You cannot use --empty and --watches together.', {
        hint: 'remove one of them',
      });
    }
    const desired = values.empty ? NOTHING : await desiredOf(values, world);
    checkUsedServices(desired.watches, stack);
    const applied = await readApplied(stack);
    const comparison = compare(desired, applied);
    const removals = await listRemovals(comparison, stack);
    const { yes = false, empty = false } = values;
    const edits = whatOfEdits(values, comparison.edits);
    const asking = {
      list: printRemovals(removals, stack.name),
      question: 'Remove these?',
      name: 'apply',
      // --empty names all that it removes.
      yes: yes || (empty && !world.confirm),
      hint: 'run bellwether plan to see all changes, then add --yes',
    };
    if (removals.length > 0 && !(await mayGoOn(asking, world))) return 1;
    const outcome = await applyOrFail(stack, desired, edits);
    const queued = await queueFirstRuns(desired.watches, { before: applied.watches, stack });
    const runs = queued.length === 0 ? '' : `Queued a run of ${queued.join(', ')}.\n`;
    const left = values.empty ? await endUpstream(stack) : '';
    if (values.json) world.stderr.write(left);
    return {
      text: `${printOutcome(outcome, stack.name)}${runs}${left}`,
      document: { stack: stack.name, ...outcome, removed: removals, queued },
    };
  },
});

/**
 * What becomes of edits that the file overrules.
 *
 * @throws CliFailure where there are some, and no option says it.
 */
function whatOfEdits(
  {
    'keep-edits': keep = false,
    'drop-edits': drop = false,
  }: { 'keep-edits'?: boolean; 'drop-edits'?: boolean },
  edits: Comparison['edits'],
): WhenOverruled {
  if (keep !== drop) return keep ? 'keep' : 'drop';
  const overruled = edits.filter(({ fate }) => fate === 'overruled');
  if (overruled.length === 0 && !keep) return undefined;
  const list = overruled.map(({ id, text, edit }) => `${id} ${text} (${edit.by.name})`).join('; ');
  throw new CliFailure(
    `The file has changed what people edited on pages: ${plainText(list)}. Nothing was changed.`,
    {
      hint: 'add --keep-edits or --drop-edits, or take the edits into the file with bellwether pull',
    },
  );
}

const NOTHING: Desired = { watches: [], channels: [] };

async function desiredOf(
  values: { watches?: string | undefined; 'over-budget'?: boolean | undefined },
  world: World,
): Promise<Desired> {
  const { desired, callsPerMonth, placed } = await readValidWatches(
    values.watches ?? world.watchesFile,
    world,
  );
  const estimate = estimateCalls(desired.watches, { allowed: callsPerMonth, now: world.now() });
  const failure = overBudget(estimate, { accepted: values['over-budget'], placed });
  if (failure) throw failure;
  return desired;
}

function printOutcome(outcome: ApplyOutcome, name: string): string {
  const { watches, channels, schedules, watchlists, reports, subscriptions, dropped, edits } = outcome;
  const sections = Object.entries({ watches, channels, schedules, watchlists, reports, subscriptions });
  const rows = sections.flatMap(([section, changes]) => rowsOf(section, changes));
  if (rows.length === 0) return `No changes in ${name}.\n`;
  const lost =
    dropped === 0 ? '' : `Dropped ${printAmount(dropped, 'pending alert')} of removed watches or channels.\n`;
  const overruled = edits?.overruled.map((one) => `Still edited on pages: ${plainText(one)}\n`) ?? [];
  return `${printTable(rows)}${lost}${overruled.join('')}Done: ${name} matches the watches file.\n`;
}

function rowsOf(section: string, { added, changed, removed }: Changes): string[][] {
  return [
    ...added.map((id) => ['+', section, plainText(id)]),
    ...changed.map((id) => ['~', section, plainText(id)]),
    ...removed.map((id) => ['-', section, plainText(id)]),
  ];
}

/** Something that apply would remove, and what is lost with it. */
interface Removal {
  /** `watch`, `channel`, `address`, `watchlist` or `report`. */
  kind: string;
  id: string;
  lost: string;
}

/** How many pending alerts of a channel are counted. */
const MOST_PENDING = 10_000;

/**
 * What applying would remove. Reads the pending alerts of the channels that are concerned; none when nothing is
 * removed.
 */
async function listRemovals(
  { watches, channels, subscriptions, watchlists, reports }: Comparison,
  stack: Pick<Stack, 'alerts' | 'definitions'>,
): Promise<Removal[]> {
  const known = watches.removed.length === 0 ? [] : await stack.definitions.watches();
  const removed: Removal[] = [];
  for (const id of watches.removed) {
    const alert = known.find((watch) => watch.id === id)?.alert;
    const pending = await Promise.all((alert ? channelsOf(alert) : []).map((name) => pendingOn(name, stack)));
    const own = pending.flat().filter(({ alert }) => alert.watchId === id).length;
    removed.push({ kind: 'watch', id, lost: `${LOST.watch}${pendingText(own)}` });
  }
  for (const id of channels.removed) {
    const pending = await pendingOn(id, stack);
    removed.push({ kind: 'channel', id, lost: `${LOST.channel}${pendingText(pending.length)}` });
  }
  const others = { address: subscriptions, watchlist: watchlists, report: reports };
  for (const kind of typedKeys(others))
    removed.push(...others[kind].removed.map((id) => ({ kind, id, lost: LOST[kind] })));
  return removed;
}

/** The pending alerts on all lanes of a channel. */
async function pendingOn(
  name: string,
  { alerts, definitions }: Pick<Stack, 'alerts' | 'definitions'>,
): Promise<StoredAlert[]> {
  const channel = await definitions.channel(name);
  const lanes = channel ? lanesOf(channel).map((lane) => lane.name) : [name];
  return (await Promise.all(lanes.map((lane) => alerts.held(lane, MOST_PENDING)))).flat();
}

const LOST = {
  watch: 'its schedule and its watermark; what it found is kept until its retention ends',
  channel: 'its settings',
  address: 'its subscription; to receive alerts again it must confirm again',
  watchlist: 'its companies at the extraction service',
  report: 'its schedule; written reports are kept',
} as const;

function pendingText(count: number): string {
  return count === 0 ? '' : `; ${printAmount(count, 'pending alert')} will not be sent`;
}

/** The removals as a table below a sentence. */
function printRemovals(removals: readonly Removal[], name: string): string {
  const rows = removals.map(({ kind, id, lost }) => [kind, plainText(id), `loses ${lost}`]);
  return `This removes from ${name}:\n${printTable(rows, '  ')}`;
}

/**
 * Queues a run of each watch that is new or has another version than before, so that it does not wait for its first
 * slot. The runs queue of a service lets a few of them run at a time. Returns the ids.
 */
async function queueFirstRuns(
  watches: readonly Watch[],
  { before, stack }: { before: readonly Watch[]; stack: Pick<Stack, 'queue' | 'now'> },
): Promise<string[]> {
  const versions = new Map(before.map(({ id, version }) => [id, version]));
  const fresh = watches.filter((watch) => runsHere(watch) && versions.get(watch.id) !== watch.version);
  const scheduledFor = stack.now();
  for (const { id, kind } of fresh)
    await stack.queue.send(serviceOf(kind), { watchId: id, scheduledFor, track: 'live', continuation: 0 });
  return fresh.map(({ id }) => id);
}
