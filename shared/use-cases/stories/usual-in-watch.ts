import type { Finding } from '../../domain/findings/finding.ts';
import { HOUR } from '../../domain/time/instant.ts';
import { signatureIn } from '../../domain/stories/similarity-profile.ts';
import { askedWords, noteWords, type UsualWords, usualWords } from '../../domain/stories/usual-words.ts';
import type { Judging } from '../context/judging.ts';

/** So long before now, in hours, it is looked which words the watch found then: often within the day, rarely before it. */
const HOURS_BEFORE = [1, 2, 4, 8, 16, 24, 48, 72];
const FOUND_THEN = 12;

/** Notes the words of what a run has found. */
export function notePast({ past }: Pick<Judging, 'past'>, found: readonly Finding[]): void {
  for (const finding of found)
    noteWords(past.words, { signature: signatureIn(finding), at: finding.indexedAt });
}

/** The words that are usual in what a watch finds: in its last days, and in what this run has found so far. */
export async function usualInWatch(run: Judging): Promise<UsualWords> {
  run.past.read ??= readPast(run);
  await run.past.read;
  return usualWords(run.past.words, askedWords(run.watch));
}

async function readPast(run: Judging): Promise<void> {
  const { clock, findings } = run.ports;
  const now = clock.now();
  const instants = HOURS_BEFORE.map((hours) => now - hours * HOUR);
  const found = await findings.foundFrom(run.watch.id, instants, FOUND_THEN);
  for (const { finding } of found) notePast(run, [finding]);
}
