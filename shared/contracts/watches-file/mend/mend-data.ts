import type { Problem } from '../problems/problem.ts';
import { mendAddresses } from './mend-addresses.ts';
import { mendCommas } from './mend-commas.ts';
import { mendAlerts } from './mend-alerts.ts';
import { mendForms } from './mend-forms.ts';
import { mendKeys } from './mend-keys.ts';
import { mendKinds } from './mend-kinds.ts';
import { mendLevels } from './mend-levels.ts';
import { mendLists } from './mend-lists.ts';
import { mendNames } from './mend-names.ts';
import { mendTransports } from './mend-transports.ts';
import { mendCutNumbers } from './mend-thousands.ts';
import { readOtherForms } from './read-other-forms.ts';
import { isMapping, writtenPath, type Mending } from './tree.ts';

/** The content of a file as it was probably meant. */
export interface MendedData {
  data: unknown;
  /** One problem for each mistake that was mended. */
  problems: Problem[];
  /** Problems of the mended content, at the places where the file has them, without those that follow from a mistake. */
  atWrittenPlaces: (problems: readonly Problem[]) => Problem[];
}

/** What is read first decides what the others see. */
const MENDERS: readonly ((given: Mending) => Mending)[] = [
  mendNames,
  mendForms,
  mendLists,
  mendCutNumbers,
  mendCommas,
  mendAddresses,
  mendTransports,
  mendAlerts,
  mendLevels,
  mendKinds,
  readOtherForms,
  mendKeys,
];

/**
 * Mends what is at a wrong level or has a name of another tool, and reports each such mistake once. The rest of the
 * file is then checked as it was meant, so that nothing that follows from these mistakes is reported. It changes only
 * what the schema refuses. Does not change `raw`.
 */
export function mendData(raw: unknown): MendedData {
  if (!isMapping(raw)) return { data: raw, problems: [], atWrittenPlaces: (problems) => [...problems] };
  const mended = MENDERS.reduce<Mending>((now, mend) => mend(now), {
    data: raw,
    problems: [],
    moves: [],
    renamed: [],
  });
  const follows = ({ path }: Problem) =>
    mended.renamed.some((renamed) => renamed.every((part, index) => part === path[index]));
  const atWrittenPlaces = (problems: readonly Problem[]) =>
    problems
      .filter((problem) => !follows(problem))
      .map((problem) => ({ ...problem, path: writtenPath(problem.path, mended.moves) }));
  return { data: mended.data, problems: mended.problems, atWrittenPlaces };
}
