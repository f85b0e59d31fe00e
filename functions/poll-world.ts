import * as z from 'zod';
import { readPollWorldEnvironment } from '../shared/contracts/environment.ts';
import { EVENTS } from '../shared/contracts/names.ts';
import { openArchive } from '../shared/providers/world/open-archive.ts';
import { pollWorld } from '../shared/use-cases/world/poll-world.ts';
import { clock, invokeHandler, logEvent, openTable } from './handler.ts';

const environment = readPollWorldEnvironment(process.env);
const ports = openTable(environment.table);
const archive = openArchive({ url: environment.url, clock });

/** Called every 15 minutes: reads the new files of the archive. */
export const handler = invokeHandler(z.looseObject({}), async (_event, call) => {
  const outcome = await pollWorld({ ...ports, archive }, call);
  logEvent(EVENTS.worldPolled, { outcome });
  return outcome;
});
