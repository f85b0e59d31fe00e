import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ArchiveArticle, archiveZip } from '../../../../infra/local/services/world/archive-bytes.ts';
import { HOUR, type Instant } from '../../../../shared/domain/time/instant.ts';
import {
  type ArchiveFile,
  fileNameOf,
  fileOf,
  LISTS,
  SLOT,
  STREAMS,
} from '../../../../shared/domain/world/archive-file.ts';
import { openArchive } from '../../../../shared/providers/world/open-archive.ts';

export const START = Date.UTC(2026, 10, 1);

/** What happens to a file: what the server has under its name at a time. */
export type Fate =
  | 'whole'
  | { comes: number }
  | { cutFor: number }
  | { repeatsFor: number }
  | { failsFor: number }
  | 'listed-wrong';

/** The number of a file since START, and where its rows come from. */
export const slotNumber = ({ slot }: ArchiveFile): number => Math.round((slot - START) / SLOT);

/** Each twentieth row is about Acme; the others name other companies. */
export function articlesOf(file: ArchiveFile, rows = 20): ArchiveArticle[] {
  const n = slotNumber(file);
  return Array.from({ length: rows }, (_, at) => ({
    link: `https://outlet${at}.example/${file.stream}/${n}/${at}`,
    domain: `outlet${at}.example`,
    title: at % 20 === 7 ? `Acme Corp reports figures ${n}` : `Other news ${n} of day ${at}`,
    language: file.stream === 'english' ? 'en' : 'fr',
    organizations: at % 20 === 7 ? ['Acme Corp'] : [`Company ${at}`],
  }));
}

/** Addresses of the rows that a watch of Acme finds in a file. */
export const wantedIn = (file: ArchiveFile): string[] =>
  articlesOf(file).flatMap(({ title, link }) => (title.startsWith('Acme') ? [link] : []));

/** Serves files by their fates, over HTTP, as the archive does, and gives what reads it. */
export async function openArchiveServer(given: {
  fateOf: (file: ArchiveFile) => Fate;
  now: () => Instant;
  /** Whether the lists fail. */
  isDown?: (now: Instant) => boolean;
}) {
  const { fateOf, now, isDown = () => false } = given;
  const packed = new Map<string, Uint8Array>();
  const bytesOf = (file: ArchiveFile) => {
    const name = fileNameOf(file);
    const bytes = packed.get(name) ?? archiveZip(articlesOf(file), file);
    packed.set(name, bytes);
    return bytes;
  };
  const bytesAt = (file: ArchiveFile): Uint8Array | 404 | 503 => {
    const [fate, age] = [fateOf(file), now() - file.slot];
    const bytes = () => bytesOf(file);
    if (fate === 'whole' || fate === 'listed-wrong') return bytes();
    if ('comes' in fate) return age >= fate.comes ? bytes() : 404;
    if ('failsFor' in fate) return age >= fate.failsFor ? bytes() : 503;
    if ('cutFor' in fate) return age >= fate.cutFor ? bytes() : bytes().subarray(0, -400);
    const before = { ...file, slot: file.slot - SLOT };
    return age >= fate.repeatsFor ? bytes() : bytesOf(before);
  };
  const latest = () => Math.floor(now() / SLOT) * SLOT;
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const name = request.url?.slice(1) ?? '';
    const stream = STREAMS.find((one) => LISTS[one] === name);
    if (stream) {
      if (isDown(now())) return void response.writeHead(503).end();
      const file = { stream, slot: latest() };
      const bytes = bytesOf(file);
      const md5 = createHash('md5').update(bytes).digest('hex');
      const size = fateOf(file) === 'listed-wrong' ? bytes.length + 1 : bytes.length;
      const line = (kind: string) => `${size} ${md5} http://data.example/v2/${kind}\n`;
      return void response.end(line('x.export.CSV.zip') + line(fileNameOf(file)));
    }
    const file = fileOf(name);
    const found = file && file.slot <= latest() ? bytesAt(file) : 404;
    if (typeof found === 'number') return void response.writeHead(found).end();
    response.end(Buffer.from(found));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const waits: number[] = [];
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    archive: openArchive({ url, clock: { sleep: async (wait) => void waits.push(wait) } }),
    waits,
    requests: () => requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export const hours = (count: number): number => count * HOUR;
