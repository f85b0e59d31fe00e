import { SECOND } from '../../../shared/domain/time/instant.ts';
import { CliFailure } from '../failure.ts';

/** In milliseconds: a report has at most a few megabytes. */
const PATIENCE = 30 * SECOND;

/** Reads a file from the pages of a stack. */
export async function download(address: string): Promise<Uint8Array> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE), redirect: 'manual' });
  if (!answer.ok)
    throw new CliFailure(`The pages answered ${answer.status} instead of the file.`, {
      hint: 'run bellwether doctor: it checks the pages',
    });
  return new Uint8Array(await answer.arrayBuffer());
}
