import { readFileSync } from 'node:fs';
import { type Figure, printFigures, quantile } from './report.ts';

// How long the pages of a running stack take and how large they are, each asked for twelve times. Start a stack with
// `npm start`, and name the link of its inbox: `PAGES=$(npx bellwether open) npm run bench -- pages`. On a machine
// with other work the times are those of the other work: with PAGES_PID, the id of the process of the stack, it says
// how much processor time a page takes, the table and what else runs in the stack included (Linux alone).

const ROUNDS = 12;
/** In milliseconds, and in KB. */
const AIM = { time: 100, size: 60 };
const inbox = process.env['PAGES']?.trim();

if (inbox !== undefined && inbox !== '') printFigures(await measured(inbox));
else {
  process.stderr.write('SKIPPED: times of the pages. PAGES names no link to the inbox of a running stack.\n');
  printFigures([]);
}

async function measured(root: string): Promise<Figure[]> {
  const base = new URL(root);
  const ask = async (path: string) => {
    const [begun, worked] = [performance.now(), processorTime()];
    const answer = await fetch(new URL(`${base.pathname}${path}`, base));
    const body = await answer.text();
    if (!answer.ok) throw new Error(`The page ${path} answered ${answer.status}.`);
    return { body, time: performance.now() - begun, work: processorTime() - worked };
  };
  /** The first link of a page below the inbox. */
  const firstLink = async (path: string, below: string) => {
    const { body } = await ask(path);
    const [, found] = new RegExp(`href="${base.pathname}(/${below}/[\\w.:-]+)"`).exec(body) ?? [];
    return found === undefined ? [] : [found];
  };
  const paths = [
    '',
    '/alerts',
    ...(await firstLink('/alerts', 'alerts')),
    '/stories',
    ...(await firstLink('/stories', 'stories')),
    '/reports',
    '/records',
    '/extractions',
    '/watches',
    ...(await firstLink('/watches', 'watches')),
    '/search',
    '/search?in=findings&words=acme',
  ];
  const figures: Figure[] = [];
  for (const path of paths) {
    const times: number[] = [];
    const works: number[] = [];
    let size = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { body, time, work } = await ask(path);
      times.push(time);
      works.push(work);
      size = Buffer.byteLength(body) / 1_000;
    }
    const name = path === '' ? 'today' : path;
    figures.push(
      { name: `${name}: p50`, value: quantile(times, 0.5), unit: 'ms', aim: AIM.time },
      { name: `${name}: fastest`, value: Math.min(...times), unit: 'ms' },
      ...(process.env['PAGES_PID'] === undefined
        ? []
        : [{ name: `${name}: p50 of the processor time`, value: quantile(works, 0.5), unit: 'ms' }]),
      { name: `${name}: size`, value: size, unit: 'KB', aim: AIM.size },
    );
  }
  return figures;
}

/** What the process of the stack has worked so far, in milliseconds; the kernel counts in steps of ten. */
function processorTime(): number {
  const pid = process.env['PAGES_PID'];
  if (pid === undefined) return 0;
  // The name of a process is in brackets, and may have blanks (proc(5)).
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * 10;
}
