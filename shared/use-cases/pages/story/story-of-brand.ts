import type { StoredFinding } from '../../../domain/findings/finding.ts';
import { articlesFrom } from '../../../domain/pages/story-page.ts';
import type { Watch } from '../../../domain/watches/watch.ts';
import { readStories } from '../../stories/read-stories.ts';
import { readAsOne } from '../../stories/stories-as-one.ts';
import type { WholeStory } from '../../stories/stories-of-run.ts';
import type { PagePorts } from '../page-ports.ts';
import { sameAs } from './stories-of-brand.ts';
import { type Holders, storyParts } from './story-parts.ts';

/** So many articles of a story are looked up among those of the other watches of its brand. */
const MOST_LOOKED_UP = 300;

/** A story as all watches of its brand have it. */
export interface StoryOfBrand {
  whole: WholeStory;
  /** The watches of its brand, or of each of its brands. */
  watches: readonly Watch[];
  /** Which watches have its articles. */
  holders: Holders;
  /** The articles that were looked up, by fingerprint: a page need not read them again. */
  known: ReadonlyMap<string, StoredFinding>;
  /** The ids of the alerts that these articles caused, in any watch. */
  notified: ReadonlyMap<string, readonly string[]>;
}

/** The story with this id, or the one that it was merged into, with what other watches of its brand have of it. */
export async function readStoryOfBrand(id: string, ports: PagePorts): Promise<StoryOfBrand | undefined> {
  const stories = storyParts(ports.stories);
  const [whole, all] = await Promise.all([
    readStories({ stories }, [id]).then((found) => found.get(id)),
    ports.definitions.watches(),
  ]);
  if (!whole) return undefined;
  const { story, family } = whole;
  const parts = [...(await stories.parts(family)).values()].flat();
  const own = new Set(parts.map(({ watchId }) => watchId));
  const madeAt = Math.min(...parts.map((part) => part.madeAt));
  const brands = new Set(all.filter((watch) => own.has(watch.id)).map(({ brand }) => brand));
  const ofBrands = all.filter(({ brand }) => brands.has(brand));
  // A version before shared its stories among all watches.
  const watches = ofBrands.length > 0 ? ofBrands : all;
  const more = await sameAs(
    { madeAt, lastAt: story.lastAt },
    { family, ofBrands: watches },
    { ...ports, watches: all, now: ports.clock.now() },
  );
  const joined = await joinHeld({ whole, more }, { stories, watches, timeline: ports.timeline });
  return { ...joined, watches, holders: stories.holders };
}

/** Joins a story with those that hold its articles in other watches, and with `more`. What is found is looked up as well. */
async function joinHeld(
  { whole, more }: { whole: WholeStory; more: readonly string[] },
  {
    stories,
    watches,
    timeline,
  }: {
    stories: Pick<PagePorts['stories'], 'parts'>;
    watches: readonly Watch[];
    timeline: PagePorts['timeline'];
  },
): Promise<Pick<StoryOfBrand, 'whole' | 'known' | 'notified'>> {
  const known = new Map<string, StoredFinding>();
  const notified = new Map<string, string[]>();
  const asked = new Set<string>();
  let [joined, ids] = [whole, new Set(more)];
  for (let left = MOST_LOOKED_UP; ; ) {
    const listed = articlesFrom(joined.articles, undefined).filter(
      ({ fingerprint }) => !asked.has(fingerprint),
    );
    const members = listed.slice(0, left).map(({ fingerprint }) => fingerprint);
    left -= members.length;
    const found = await timeline.articles(
      watches.flatMap(({ id }) => members.map((fingerprint) => ({ watchId: id, fingerprint }))),
    );
    for (const fingerprint of members) asked.add(fingerprint);
    for (const one of found) {
      const { fingerprint } = one.finding;
      known.set(fingerprint, one);
      notified.set(fingerprint, [...(notified.get(fingerprint) ?? []), ...alertsOf(one)]);
    }
    for (const { story } of found) if (story !== undefined) ids.add(story);
    if ([...ids].every((one) => joined.family.includes(one))) return { whole: joined, known, notified };
    joined = (await readAsOne({ stories }, [...joined.family, ...ids])) ?? joined;
    ids = new Set();
  }
}

/** The alert that an article has caused in its watch. */
export function alertsOf({ verdict }: StoredFinding): string[] {
  return verdict && 'notified' in verdict ? [verdict.notified] : [];
}
