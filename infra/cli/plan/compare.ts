import { isObject } from '../../../shared/domain/lib/fields.ts';
import { type Desired, subscribersOf } from '../../../shared/domain/config/desired-state.ts';
import type { FeedList } from '../../../shared/domain/feeds/feed.ts';
import { isSame } from '../../../shared/domain/lib/hash.ts';
import {
  changeText,
  type Edit,
  type Edited,
  fateOf,
  type Field,
  fieldsOfChannel,
  fieldsOfReport,
  fieldsOfWatch,
  isActive,
  withEdits,
} from '../../../shared/domain/edits/edits.ts';
import type { Channel } from '../../../shared/domain/channels/channel.ts';
import type { ReportPlan } from '../../../shared/domain/reports/report-record.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import type { Watchlist } from '../../../shared/domain/watches/watchlist.ts';
import { addressOf, isSameFilter, ownAmong } from '../../../shared/use-cases/apply/apply-subscriptions.ts';
import type { Subscription } from '../../../shared/use-cases/ports/ports.ts';
import type { Stack } from '../stack/stack.ts';

/** What a stack has now. */
export interface AppliedState extends Desired {
  subscriptions: readonly Subscription[];
  /** Those of them that we made; all of them when left out. Apply changes no other. */
  own?: readonly Subscription[];
  edited?: EditedState;
}

/** What people edited on pages. */
interface EditedState {
  watches: readonly Edited<Watch>[];
  channels: readonly Edited<Channel>[];
  reports: readonly Edited<ReportPlan>[];
}

/** An edit that holds, and what the file makes of it. */
export interface EditDifference {
  /** Of the watch, the channel or the report. */
  id: string;
  text: string;
  fate: ReturnType<typeof fateOf> | 'gone';
  edit: Edit;
  /** Where it belongs in the file. Absent: the file has no such place. */
  path?: readonly string[];
}

/** One field that would change: its current and its new value. */
export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

export interface ChangedEntry {
  id: string;
  fields: FieldChange[];
}

/** What applying a file would do to one kind of thing. */
export interface Differences {
  added: string[];
  changed: ChangedEntry[];
  removed: string[];
}

export interface Comparison {
  watches: Differences;
  channels: Differences;
  watchlists: Differences;
  /** Lists of feeds; a change names each feed that comes or goes. */
  feeds: Differences;
  reports: Differences;
  subscriptions: Differences;
  edits: EditDifference[];
}

/** What applying `desired` would change in a stack. */
export function compare(desired: Desired, applied: AppliedState): Comparison {
  return {
    watches: differences(byId(applied.watches), byId(desired.watches)),
    channels: differences(channelsByName(applied), channelsByName(desired)),
    watchlists: differences(companiesByList(applied.watchlists), companiesByList(desired.watchlists)),
    feeds: differencesOfFeeds(applied.feeds, desired.feeds),
    reports: differences(byId(applied.reports), byId(desired.reports)),
    subscriptions: compareSubscriptions(desired, applied),
    edits: applied.edited ? compareEdits(desired, applied.edited) : [],
  };
}

/** What a file makes of the edits of a stack. */
export function compareEdits(
  desired: Desired,
  { watches, channels, reports }: EditedState,
): EditDifference[] {
  const idOf = ({ id }: { id: string }) => id;
  return [
    ...editsOf(watches, { wanted: desired.watches, idOf, fieldsOf: fieldsOfWatch }),
    ...editsOf(channels, { wanted: desired.channels, idOf: ({ name }) => name, fieldsOf: fieldsOfChannel }),
    ...editsOf(reports, { wanted: desired.reports ?? [], idOf, fieldsOf: fieldsOfReport }),
  ];
}

function editsOf<T>(
  all: readonly Edited<T>[],
  {
    wanted,
    idOf,
    fieldsOf,
  }: { wanted: readonly T[]; idOf: (one: T) => string; fieldsOf: (one: T) => Field<T>[] },
): EditDifference[] {
  return all.flatMap(({ base, edits }) => {
    const id = idOf(base);
    const one = wanted.find((other) => idOf(other) === id);
    const fields = one ? fieldsOf(one) : [];
    return edits.filter(isActive).map((edit): EditDifference => {
      const path = fields.find(({ key }) => key === edit.key)?.path;
      const fate = one ? fateOf(edit, fields) : 'gone';
      return { id, text: changeText(edit, path), fate, edit, ...(path && { path }) };
    });
  });
}

export function countChanges({ edits: _edits, ...kinds }: Comparison) {
  const all = Object.values(kinds);
  const count = (of: keyof Differences) => all.reduce((total, one) => total + one[of].length, 0);
  return { added: count('added'), changed: count('changed'), removed: count('removed') };
}

/** Each feed under its address: their order in a list does not count. */
function differencesOfFeeds(before: readonly FeedList[] = [], after: readonly FeedList[] = []): Differences {
  const entries = (lists: readonly FeedList[]) =>
    new Map(lists.map(({ name, urls }) => [name, Object.fromEntries(urls.map((url) => [url, url]))]));
  const { changed, ...others } = differences(entries(before), entries(after));
  const ofFeeds = changed.map(({ id, fields }) => ({
    id,
    fields: fields.map((one) => ({ ...one, field: 'feed' })),
  }));
  return { ...others, changed: ofFeeds };
}

/** Each company under its key, so that a change names the company. */
function companiesByList(lists: readonly Watchlist[] = []): Entries {
  const companies = (list: Watchlist) => Object.fromEntries(list.companies.map((one) => [one.key, one]));
  return new Map(lists.map((list) => [list.name, { companies: companies(list) }]));
}

type Entries = ReadonlyMap<string, object>;

function byId(entries: readonly { id: string }[] = []): Entries {
  return new Map(entries.map((entry) => [entry.id, entry]));
}

function channelsByName({ channels }: Pick<Desired, 'channels'>): Entries {
  return new Map(channels.map((channel) => [channel.name, channel]));
}

function differences(before: Entries, after: Entries): Differences {
  const changed = [...after].flatMap(([id, entry]) => {
    const old = before.get(id);
    const fields = old === undefined ? [] : fieldChanges(old, entry);
    return fields.length === 0 ? [] : [{ id, fields }];
  });
  return {
    added: [...after.keys()].filter((id) => !before.has(id)),
    changed,
    removed: [...before.keys()].filter((id) => !after.has(id)),
  };
}

/** The fields that differ; of mappings such as `query` and `alert`, the fields inside. */
function fieldChanges(before: object, after: object, prefix = ''): FieldChange[] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key): FieldChange[] => {
    const [from, to]: [unknown, unknown] = [old.get(key), now.get(key)];
    if (isSame({ from }, { from: to })) return [];
    const field = `${prefix}${key}`;
    return isObject(from) && isObject(to) ? fieldChanges(from, to, `${field}.`) : [{ field, from, to }];
  });
}

/** As apply does it: a pending subscription cannot be read, so it is not changed until it is confirmed or expires. */
function compareSubscriptions(
  desired: Desired,
  { subscriptions, own = subscriptions, edited }: AppliedState,
): Differences {
  const before = new Map(own.map((one) => [addressOf(one), one]));
  const taken = new Set(subscriptions.map(addressOf));
  const edits = new Map(edited?.channels.map((one) => [one.base.name, one.edits]));
  const channels = desired.channels.map((base) =>
    withEdits({ base, edits: edits.get(base.name) ?? [], revision: 0 }, fieldsOfChannel),
  );
  const after = new Map(subscribersOf(channels).map((one) => [addressOf(one), one]));
  const changed = [...after].flatMap(([id, one]) => {
    const old = before.get(id);
    if (old?.arn === undefined || isSameFilter(old, one)) return [];
    const fields = (['channels', 'severities'] as const).flatMap((field) =>
      isSame(old[field] ?? {}, one[field] ?? {}) ? [] : [{ field, from: old[field], to: one[field] }],
    );
    return [{ id, fields }];
  });
  const gone = own.filter((one) => one.arn !== undefined && !after.has(addressOf(one)));
  return { added: [...after.keys()].filter((id) => !taken.has(id)), changed, removed: gone.map(addressOf) };
}

/** Reads what people edited on the pages of a stack, beside what its file says. */
export async function readEdited({
  definitions,
  reportPlans,
}: Pick<Stack, 'definitions' | 'reportPlans'>): Promise<EditedState> {
  const { watch, channel } = definitions.ofFile;
  const [watches, channels, reports] = await Promise.all([
    watch.all(),
    channel.all(),
    reportPlans.ofFile.all(),
  ]);
  return { watches, channels, reports };
}

/** Reads the file that a stack has, without edits. To apply a part of it would remove the rest. */
export async function readDesired(
  stack: Pick<Stack, 'definitions' | 'watchlists' | 'feedLists' | 'reportPlans'>,
): Promise<Required<Desired> & { edited: EditedState }> {
  const [edited, watchlists, feeds] = await Promise.all([
    readEdited(stack),
    stack.watchlists.all(),
    stack.feedLists.all(),
  ]);
  return {
    watches: edited.watches.map(({ base }) => base),
    channels: edited.channels.map(({ base }) => base),
    reports: edited.reports.map(({ base }) => base),
    watchlists,
    feeds,
    edited,
  };
}

/** Reads what a stack has now. */
export async function readApplied(stack: Stack): Promise<Required<AppliedState>> {
  const [desired, subscriptions] = await Promise.all([readDesired(stack), stack.subscriptions.list()]);
  return { ...desired, subscriptions, own: await ownAmong(subscriptions, stack.subscriptionRecords) };
}
