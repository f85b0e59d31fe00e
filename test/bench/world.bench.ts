import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { archiveLine, packLines } from '../../infra/local/services/world/archive-bytes.ts';
import { DAY } from '../../shared/domain/time/instant.ts';
import { filesBetween, STREAMS } from '../../shared/domain/world/archive-file.ts';
import { anyFinds } from '../../shared/domain/world/match-rows.ts';
import { openArchive } from '../../shared/providers/world/open-archive.ts';
import type { Archive } from '../../shared/use-cases/ports/services.ts';
import { type Figure, printFigures } from './report.ts';

// A day of the archive, 192 files of 1,000 rows with 12 KB each, read over HTTP four at a time, for
// 10 and for 1,000 watches. Each row has 40 names; the columns that nobody reads are most of it.

const ROWS = 1_000;
const FILES = Number(process.env['FILES'] ?? 192);
const START = Date.UTC(2026, 10, 1);
/** So many companies are in the news; a thousand of them are watched. */
const COMPANIES = 50_000;
const GCAM = Array.from({ length: 1_100 }, (_, n) => `c${n % 50}.${n}:${(n * 7) % 90}`).join(',');

const files = STREAMS.flatMap((stream) => filesBetween(stream, { from: START, to: START + DAY })).slice(
  0,
  FILES,
);
const name = (row: number, n: number) => `Person${(row * 31 + n * 7) % 5_000} Name${(row + n) % 900}`;

function bytesOf(file: (typeof files)[number]): Uint8Array {
  const lines = Array.from({ length: ROWS }, (_, row) => {
    const line = archiveLine(
      {
        link: `https://outlet${row}.example/${row}`,
        domain: `outlet${row}.example`,
        title: `Company${(row * 13) % COMPANIES} opens a plant near City${row % 300}`,
        language: 'en',
        people: Array.from({ length: 20 }, (_p, n) => name(row, n)),
        organizations: Array.from(
          { length: 20 },
          (_o, n) => `Company${(row * 617 + n * 31) % COMPANIES} Inc`,
        ),
      },
      file,
      row,
    );
    const columns = line.split('\t');
    columns[17] = GCAM;
    return columns.join('\t');
  });
  return packLines(lines.join(''), file);
}

/** The archive. A process of its own reads it, in the least heap that V8 needs: more is filled before it is cleaned. */
async function serve(): Promise<void> {
  const packed = STREAMS.map((stream) => Buffer.from(bytesOf({ stream, slot: START })));
  const server = createServer((request, response) =>
    response.end(packed[request.url?.includes('translation') ? 1 : 0]),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const execArgv = ['--max-old-space-size=64', '--max-semi-space-size=2'];
  const [code] = await once(
    fork(import.meta.filename, ['measure', `${port}`, ...process.argv.slice(2)], { execArgv }),
    'exit',
  );
  server.close();
  server.closeAllConnections();
  process.exitCode = Number(code);
}

async function day(archive: Archive, watches: number): Promise<{ seconds: number; found: number }> {
  const isWanted = anyFinds(
    Array.from({ length: watches }, (_, n) => ({
      query: { q: `"Company${n * 49} Inc" AND (plant OR factory) AND NOT comics` },
    })),
  );
  const before = process.cpuUsage();
  let found = 0;
  for (let at = 0; at < files.length; at += 4) {
    const answers = await Promise.all(files.slice(at, at + 4).map((file) => archive.read(file, isWanted)));
    for (const answer of answers) found += 'rows' in answer ? answer.rows.length : 0;
  }
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, found };
}

async function measure(port: string): Promise<void> {
  const archive = openArchive({ url: `http://127.0.0.1:${port}`, clock: { sleep: async () => undefined } });
  await day(archive, 10);
  const few = await day(archive, 10);
  const many = await day(archive, 1_000);
  const figures: Figure[] = [
    { name: `processor time of ${FILES} files for 10 watches`, value: few.seconds, unit: 's' },
    { name: 'rows that 1,000 watches find', value: many.found, unit: 'rows' },
    { name: 'times as much for 1,000 watches', value: many.seconds / few.seconds, unit: 'times', aim: 2 },
    {
      name: 'processor time of 10,000 rows for 1,000 watches',
      value: (many.seconds / (FILES * ROWS)) * 10_000,
      unit: 's',
      aim: 5,
    },
    {
      name: 'highest memory, with a heap of 64 MB',
      value: process.resourceUsage().maxRSS / 1_024,
      unit: 'MB',
      aim: 200,
    },
  ];
  printFigures(figures);
}

const [, , role, port = ''] = process.argv;
await (role === 'measure' ? measure(port) : serve());
