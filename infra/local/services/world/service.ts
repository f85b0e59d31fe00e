import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import {
  type ArchiveFile,
  fileNameOf,
  fileOf,
  LISTS,
  SLOT,
  STREAMS,
} from '../../../../shared/domain/world/archive-file.ts';
import type { Clock } from '../kit/clock.ts';
import type { LocalService, ServiceApp } from '../kit/http/local-service.ts';
import { RequestRefused, statusErrors } from '../kit/http/refusal.ts';
import type { Analyst } from '../news/analyst.ts';
import { openAnalyst } from '../news/analyst.ts';
import { type Entry, headlineOfEntry } from '../news/library/entry.ts';
import type { Library } from '../news/library/library.ts';
import { type ArchiveArticle, archiveZip } from './archive-bytes.ts';

/**
 * The archive of the world's news on this machine: files in its format, of the articles of the corpus that became
 * visible in each quarter of an hour. It takes no key.
 */
export function createWorldService({ library, clock }: { library: Library; clock: Clock }): LocalService {
  const analyst = openAnalyst();
  const app: ServiceApp = new Hono();
  const bytesOf = (file: ArchiveFile) => archiveZip(articlesOf(file, { library, analyst }), file);
  const latest = () => Math.floor(clock.now() / SLOT) * SLOT;
  for (const stream of STREAMS)
    app.get(`/${LISTS[stream]}`, (call) => {
      const file = { stream, slot: latest() };
      const bytes = bytesOf(file);
      const md5 = createHash('md5').update(bytes).digest('hex');
      return call.text(`${bytes.length} ${md5} http://archive.example/${fileNameOf(file)}\n`);
    });
  app.get('/:name', (call) => {
    const file = fileOf(call.req.param('name'));
    const oldest = library.entries[0]?.visibleAt ?? Number.POSITIVE_INFINITY;
    if (!file || file.slot > latest() || file.slot < oldest - SLOT)
      throw new RequestRefused(404, 'There is no such file');
    return new Response(Buffer.from(bytesOf(file)), { headers: { 'content-type': 'application/zip' } });
  });
  return {
    name: 'world',
    prefix: '/world',
    keys: () => ({ key: '' }),
    errors: statusErrors,
    limits: { concurrentCalls: 100, monthlyCalls: Number.POSITIVE_INFINITY },
    app,
  };
}

function articlesOf(
  { stream, slot }: ArchiveFile,
  { library: { entries }, analyst }: { library: Library; analyst: Analyst },
): ArchiveArticle[] {
  const wanted = entries.filter(
    ({ visibleAt, language }) =>
      visibleAt > slot - SLOT && visibleAt <= slot && (language === 'en') === (stream === 'english'),
  );
  return wanted.map((entry) => articleOf(entry, analyst));
}

/** The service's sentiment goes from -1 to 1, the tone of the archive mostly from -10 to 10. */
const TONE = 10;

function articleOf(entry: Entry, analyst: Analyst): ArchiveArticle {
  const { PER, ORG } = analyst.entities(entry);
  const { content = 0 } = analyst.sentiment(entry);
  return {
    link: entry.link,
    domain: entry.domain,
    title: headlineOfEntry(entry),
    language: entry.language,
    people: PER.map(({ entity_name: name }) => name),
    organizations: ORG.map(({ entity_name: name }) => name),
    authors: entry.writers,
    tone: Math.round(content * TONE * 100) / 100,
    publishedAt: entry.publishedAt,
  };
}
