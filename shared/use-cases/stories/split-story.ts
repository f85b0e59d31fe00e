import type { StoredFinding } from '../../domain/findings/finding.ts';
import { queriedStems } from '../../domain/stories/article-words.ts';
import { headlineOf, type OpenStory } from '../../domain/stories/open-story.ts';
import { writeSignature } from '../../domain/stories/signature-text.ts';
import type { Signature } from '../../domain/stories/similarity.ts';
import {
  copyKeysOf,
  openStoriesOf,
  signatureOfFinding,
  type SimilarityProfile,
  similarityProfileOf,
  titleKeyOf,
} from '../../domain/stories/similarity-profile.ts';
import { keptUntil, keyUntil } from '../../domain/stories/story-candidates.ts';
import type { StoryOrder } from '../../domain/stories/story-order.ts';
import { storyArticleOf, type StoryRecord } from '../../domain/stories/story-record.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import type { NotifiedStory } from '../ports/stories.ts';
import { recordsOfWatch, relatedRecords, type WholeStory, wholeStory } from './stories-of-run.ts';

type SplitScope = Pick<FindingScope, 'ports' | 'watch'>;

/** A finding with its story, as it is now, and the records of that story. */
interface Left {
  found: StoredFinding;
  whole: WholeStory;
  records: ReadonlyMap<string, StoryRecord>;
}

/** The story of a finding of a watch; undefined where one of them is gone, or the finding has none yet. */
export async function storyOfFinding(
  { ports, watch }: SplitScope,
  fingerprint: string,
): Promise<Left | undefined> {
  const [found] = await ports.findings.read(watch.id, [fingerprint]);
  if (found?.story === undefined) return undefined;
  const records = await relatedRecords([found.story], recordsOfWatch(ports, watch.id));
  const whole = wholeStory(records, found.story);
  return whole && { found, whole, records };
}

/** So many of the latest articles of a story are read, to see what is left of it. */
const MOST_READ = 200;

/**
 * Takes an article out of its story, into one of its own, with the keys that no other article of the story has. Neither is
 * merged with the other again. The new story is put first, then the article leaves the other one.
 */
export async function splitStory(
  scope: SplitScope,
  { about = '' }: StoryOrder,
  [from, made]: readonly [string, string],
): Promise<void> {
  const { ports, watch } = scope;
  const left = await leavesFrom(scope, about, from);
  if (!left) return;
  const { found, whole, records } = left;
  const staying = whole.articles.filter(({ fingerprint }) => fingerprint !== about);
  const latest = staying.toSorted((a, b) => b.at - a.at).slice(0, MOST_READ);
  const read = await ports.findings.read(watch.id, [
    ...new Set(latest.map(({ fingerprint }) => fingerprint)),
  ]);
  const others = read.toSorted((a, b) => a.finding.indexedAt - b.finding.indexedAt);
  await putSplit(scope, { left, others, made });
  const profile = similarityProfileOf(found.finding, queriedStems(watch));
  for (const id of whole.family) {
    const record = records.get(id);
    const isIn = record?.articles.some(({ fingerprint }) => fingerprint === about);
    if (record && (isIn || id === whole.story.id)) {
      const rest = withoutArticle(record, profile, others);
      const apart = id === whole.story.id ? [...new Set([...(record.apart ?? []), made])] : record.apart;
      await ports.stories.amend(watch.id, id, { ...rest, ...(apart && { apart }) });
    }
  }
  await ports.findings.moveTo(watch.id, about, made);
}

/** The article with the story that it leaves, also where an earlier try has moved it already. */
async function leavesFrom(scope: SplitScope, about: string, from: string): Promise<Left | undefined> {
  const { ports, watch } = scope;
  const [found] = await ports.findings.read(watch.id, [about]);
  const records = await relatedRecords([from], recordsOfWatch(ports, watch.id));
  const whole = wholeStory(records, from);
  return found && whole && { found, whole, records };
}

/** Puts the new story, unless it is there, its keys, and the open stories of both. What was notified of counts for both. */
async function putSplit(
  { ports, watch }: SplitScope,
  { left, others, made }: { left: Left; others: readonly StoredFinding[]; made: string },
): Promise<void> {
  const { found, whole } = left;
  const { finding } = found;
  const now = ports.clock.now();
  const queried = queriedStems(watch);
  const profile = similarityProfileOf(finding, queried);
  const memory = { now, memory: watch.storyMemory, retention: watch.retention };
  const isThere = (await ports.stories.ofWatch(watch.id, { keys: [], ids: [made] })).records.has(made);
  const story: StoryRecord = {
    id: made,
    title: finding.title,
    madeAt: now,
    seenAt: now,
    expiresAt: keptUntil({ ...memory, joining: watch.stories ?? 'normal' }),
    articles: [storyArticleOf(finding)],
    signature: profile.signature,
    samples: [],
    absorbed: [],
    apart: whole.family,
  };
  const open = await ports.stories.open(watch.id);
  await ports.stories.putNew(watch.id, {
    stories: isThere ? [] : [story],
    keys: keysOfItsOwn(profile, left, others).map((key) => ({ key, story: made, until: keyUntil(memory) })),
    claims: await claimsOf({ ports, watch }, left, made),
    open: [
      ...withoutHeadline(open, { left, others, queried }),
      ...(open.some(({ id }) => id === made)
        ? []
        : openStoriesOf([{ ...found, story: made }], queried).values()),
    ],
  });
}

/** The keys of an article that no other one of its story has: their copies go on to find that story. */
function keysOfItsOwn(
  { newKeys, fallbackKey }: SimilarityProfile,
  { found, whole, records }: Left,
  others: readonly StoredFinding[],
): string[] {
  const own = writeSignature(signatureOfFinding(found.finding));
  const samples = whole.family
    .flatMap((id) => records.get(id) ?? [])
    .flatMap(({ signature, samples: more }) => [signature, ...more])
    .filter((signature) => writeSignature(signature) !== own);
  const taken = new Set([
    ...samples.flatMap((signature) => [titleKeyOf(signature), ...copyKeysOf(signature)]),
    ...others.flatMap(({ finding }) => {
      const profile = similarityProfileOf(finding);
      return [...profile.newKeys, profile.fallbackKey];
    }),
  ]);
  return [...new Set([...newKeys, fallbackKey])].filter((key) => !taken.has(key));
}

/** What the watch has notified of the story counts for the new one, too: a split notifies of nothing. */
async function claimsOf(
  { ports, watch }: SplitScope,
  { found, whole }: Left,
  made: string,
): Promise<NotifiedStory[]> {
  const known = await ports.notifiedStories.read(watch.id, [...whole.family, made], ports.clock.now());
  const [first] = known;
  if (!first || known.some(({ story }) => story === made)) return [];
  const severities = [...new Set(known.flatMap(({ severities: all = [] }) => all))];
  return [
    {
      watchId: watch.id,
      story: made,
      fingerprint: found.finding.fingerprint,
      ...(severities.length > 0 && { severities }),
      until: Math.max(...known.map(({ until }) => until)),
    },
  ];
}

/** The open stories of a family that have the headline of an article, as they would be without it. */
function withoutHeadline(
  open: readonly OpenStory[],
  given: { left: Left; others: readonly StoredFinding[]; queried: ReadonlySet<string> },
): OpenStory[] {
  const { found, whole } = given.left;
  const own = headlineOf(found.finding);
  const has = ({ headlines }: OpenStory) =>
    headlines.some(({ title, outlet, at }) => title === own.title && outlet === own.outlet && at === own.at);
  const changed = open.filter((story) => whole.family.includes(story.id) && has(story));
  const rebuilt = openStoriesOf(given.others, given.queried);
  // One that has no other article is closed: it was last open before all time.
  return changed.map((story) => rebuilt.get(story.id) ?? { ...story, headlines: [], lastAt: 0 });
}

/** A story as it is without an article, and without what it knows of that article alone. */
function withoutArticle(
  record: StoryRecord,
  { finding, signature: own }: SimilarityProfile,
  others: readonly StoredFinding[],
): StoryRecord {
  const articles = record.articles.filter(({ fingerprint }) => fingerprint !== finding.fingerprint);
  const staying = new Set(articles.map(({ fingerprint }) => fingerprint));
  const next = others.find((other) => staying.has(other.finding.fingerprint))?.finding;
  const isOther = (one: Signature) => writeSignature(one) !== writeSignature(own);
  const [first, ...samples] = [record.signature, ...record.samples].filter(isOther);
  const signature = first ?? (next ? signatureOfFinding(next) : record.signature);
  const isTitle = articles.length < record.articles.length && record.title === finding.title;
  return { ...record, articles, signature, samples, title: (isTitle && next?.title) || record.title };
}

/** Forgets that a person has set two stories apart, with all that was merged into them. */
export async function liftApart(
  { ports, watch }: SplitScope,
  pair: readonly [string, string],
): Promise<void> {
  const records = await relatedRecords(pair, recordsOfWatch(ports, watch.id));
  const [one = [], other = []] = pair.map((id) => wholeStory(records, id)?.family);
  for (const [ids, from] of [
    [one, other],
    [other, one],
  ] as const)
    for (const record of ids.flatMap((id) => records.get(id) ?? [])) {
      const { apart, ...same } = record;
      const left = apart?.filter((id) => !from.includes(id)) ?? [];
      if (left.length < (apart?.length ?? 0))
        await ports.stories.amend(watch.id, record.id, { ...same, ...(left.length > 0 && { apart: left }) });
    }
}
