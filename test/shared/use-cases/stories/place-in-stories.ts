import { memoryStore } from '../../../store/memory-store.ts';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import type { OpenStory } from '../../../../shared/domain/stories/open-story.ts';
import { DAY, type Instant } from '../../../../shared/domain/time/instant.ts';
import type { Ports } from '../../../../shared/use-cases/ports/ports.ts';
import { groupFindings } from '../../../../shared/use-cases/stories/group-findings.ts';
import { leftStories } from '../../../../shared/use-cases/stories/stories-of-run.ts';
import { writeStories } from '../../../../shared/use-cases/stories/stories-of-run.ts';
import { aWatch } from '../../../ports/examples.ts';

/** Groups findings into the stories of a watch and writes them at once, as the holder of its lease does. Returns them, and all open ones. */
export async function placeInStories(
  { stories }: Pick<Ports, 'stories'>,
  findings: readonly Finding[],
  { watchId, now, open }: { watchId: string; now: Instant; open: Iterable<OpenStory> },
) {
  const ports = {
    stories,
    clock: { now: () => now, sleep: async () => {} },
    findings: memoryStore().findings,
  };
  const watch = aWatch({ id: watchId, query: { q: 'nothing' } });
  const found = findings.map((finding) => ({ watchId, finding, foundAt: now, expiresAt: now + 400 * DAY }));
  const { groups, fresh, known } = await groupFindings({ ports, watch }, found, {
    known: leftStories([...open]),
  });
  await writeStories({ ports, watch }, fresh, []);
  const placed = groups.flatMap(({ whole, members }) =>
    members.map(({ finding }) => [finding.fingerprint, whole] as const),
  );
  return {
    stories: new Map(placed),
    open: known?.index.open.stories ?? new Map<string, OpenStory>(),
  };
}
