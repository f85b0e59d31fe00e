// A process for the kill test: makes a job in the state folder named by its argument, takes it to the middle of its
// work and waits to be killed.
import { openStateFolder } from '../../../../../../infra/local/services/kit/state-folder.ts';
import { heldClock, openExtraction, SECOND } from '../open-extraction.ts';
import { KILL_ARTICLES, KILL_QUERY } from './kill-articles.ts';

const clock = heldClock();
const extraction = await openExtraction({
  articles: KILL_ARTICLES,
  clock,
  state: openStateFolder(process.argv[2] ?? ''),
  settings: { batch: 2, turns: 1 },
});
const { body } = await extraction.call('POST', '/svc/submit', KILL_QUERY);
await clock.advance(32 * SECOND);
const { body: pulled } = await extraction.call('GET', `/svc/pull/${body.job_id}`);
process.stdout.write(
  `${JSON.stringify({ id: body.job_id, status: pulled.status, valid: pulled.valid_records })}\n`,
);
setInterval(() => {}, 1_000);
