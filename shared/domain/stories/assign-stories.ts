import { gather, type Strand, tellSame } from './cluster-headlines.ts';
import { HOUR } from '../time/instant.ts';
import type { StoryMarks } from './similarity-profile.ts';
import {
  foundBy,
  hasMember,
  join,
  meet,
  rootOf,
  type Shelf,
  standingBy,
  standingOn,
  strandOf,
} from './story-candidates.ts';

/** Stories that were founded within such a time may not have seen each other. */
const AT_ONCE = HOUR;

/**
 * Places findings: each into the story that has it already, else that of its group; what is left is gathered with the
 * stories it stands near, and those that belong to none of them found one. Placing a finding again finds the same story,
 * whatever was written of the first time.
 */
export function placeAll(shelf: Shelf, marks: readonly StoryMarks[]): void {
  const left = marks.filter((one) => {
    const id = homeOf(shelf, one) ?? groupOf(shelf, one);
    if (id !== undefined) settle(shelf, one, id);
    return id === undefined;
  });
  for (const members of gathered(shelf, left)) {
    const [first] = members.found;
    const id = members.story ?? (first && foundBy(shelf, first));
    if (id !== undefined) for (const one of members.found) settle(shelf, one, id);
  }
  for (const one of marks) meetOthers(shelf, one);
}

/**
 * Notes which other stories that of a placed finding must meet: that of its group, with the one the finding is most like;
 * any other that has the same article; and for its founder those that were founded meanwhile and tell the same. Of two
 * writers each sees the other's bands, or only one of them does.
 */
export function meetOthers(shelf: Shelf, marks: StoryMarks): void {
  const { finding, founds } = marks;
  const placed = shelf.placed.get(finding.fingerprint);
  if (placed === undefined) return;
  const id = rootOf(shelf, placed);
  const group = groupOf(shelf, marks);
  if (group !== undefined) {
    meet(shelf, group, id);
    const [alike] = likeFirst(shelf, marks).filter((other) => other !== rootOf(shelf, group));
    if (alike !== undefined) meet(shelf, group, alike);
  }
  for (const other of standingBy(shelf, marks)) {
    const hasBoth = hasMember(shelf, { id: other, fingerprint: finding.fingerprint });
    if (hasBoth || (placed === founds && areTwins(shelf, [id, other]))) meet(shelf, rootOf(shelf, id), other);
  }
}

/** What is to be placed, in the order given, by the stories that it belongs to. */
function gathered(
  shelf: Shelf,
  left: readonly StoryMarks[],
): { story: string | undefined; found: StoryMarks[] }[] {
  const known = [...new Set(left.flatMap((one) => standingBy(shelf, one)))].map((id) => strandOf(shelf, id));
  const bundles = [...Map.groupBy(left, ({ group, founds }) => group ?? founds).values()];
  const strands = [...known, ...bundles.map(strandOfAll)];
  return gather(strands, shelf.usual).map((places) => {
    const members = new Set(places.flatMap((place) => bundles[place - known.length] ?? []));
    return {
      story: places.flatMap((place) => strands[place]?.story ?? [])[0],
      found: left.filter((one) => members.has(one)),
    };
  });
}

function strandOfAll(bundle: readonly StoryMarks[]): Strand {
  const times = bundle.map(({ finding }) => finding.indexedAt);
  return {
    signatures: bundle.map(({ signature }) => signature),
    firstAt: Math.min(...times),
    lastAt: Math.max(...times),
  };
}

function settle(shelf: Shelf, marks: StoryMarks, id: string): void {
  shelf.placed.set(marks.finding.fingerprint, id);
  join(shelf, rootOf(shelf, id), marks);
}

function homeOf(shelf: Shelf, marks: StoryMarks): string | undefined {
  const { fingerprint } = marks.finding;
  return standingBy(shelf, marks).find((id) => hasMember(shelf, { id, fingerprint }));
}

function groupOf(shelf: Shelf, { group }: StoryMarks): string | undefined {
  return group === undefined ? undefined : standingOn(shelf, group);
}

/** The stories that a finding tells, the likest first, and of equal ones the smallest id. */
function likeFirst(shelf: Shelf, marks: StoryMarks): string[] {
  return standingBy(shelf, marks)
    .map((id) => ({ id, alike: tellSame(strandOfAll([marks]), strandOf(shelf, id), shelf.usual) ?? 0 }))
    .filter(({ alike }) => alike > 0)
    .toSorted((a, b) => b.alike - a.alike || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

/** Whether two stories tell the same and were founded by writers that may not have seen each other. */
function areTwins(shelf: Shelf, [id, other]: readonly [string, string]): boolean {
  const [one, two] = [id, other].map((each) => shelf.records.get(each)?.madeAt ?? 0);
  if (id === other || Math.abs((one ?? 0) - (two ?? 0)) > AT_ONCE) return false;
  return tellSame(strandOf(shelf, id), strandOf(shelf, other), shelf.usual) !== undefined;
}
