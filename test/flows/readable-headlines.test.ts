import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { inboxLink, receiptLink } from '../../shared/domain/pages/signed-link.ts';
import { daysBefore } from '../../shared/domain/reports/period.ts';
import { DAY, HOUR, MINUTE, wireTimeOf } from '../../shared/domain/time/instant.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { createNewsClient } from '../../shared/providers/news/create-news-client.ts';
import { newsSource } from '../../shared/providers/news/kinds.ts';
import { writeReport } from '../../shared/use-cases/reports/write-report.ts';
import { aChannel, aReportPlan, aWatch, NOON } from '../ports/examples.ts';
import { findingsOf, workbench } from '../shared/use-cases/bench.ts';
import { LINKS, pagesOver } from '../shared/use-cases/pages/open-pages.ts';
import { reportPorts } from '../shared/use-cases/report-bench.ts';

// From an article as the service writes it to what people read.

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

type Article = Record<string, unknown>;

const anArticle = (id: string, changes: Article): Article => ({
  id,
  link: `https://outlet.example/${id}`,
  domain_url: 'reuters.com',
  name_source: 'Reuters',
  parse_date: wireTimeOf(NOON - 10 * MINUTE),
  published_date: wireTimeOf(NOON - 10 * MINUTE),
  ...changes,
});

/** A bench whose source is the client of a news service that answers with these articles. */
async function opened(articles: Article[], watches: readonly Watch[]) {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const page = {
        status: 'ok',
        total_hits: articles.length,
        page: 1,
        total_pages: 1,
        page_size: 1_000,
        articles,
      };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bench = await workbench({
    watches,
    channels: [aChannel({ sms: ['+33600000000'] }), aChannel({ name: 'operators' })],
  });
  const client = createNewsClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: 'key',
    clock: bench.clock,
    random: () => 0.5,
  });
  closers.push(
    () => client.close(),
    () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  );
  bench.ports.source = { ...bench.source, ...newsSource(client, bench.clock) };
  return bench;
}

const WRITTEN = 'UK#39;s plan for <em>Acme</em> &amp;amp; Globex is &quot;open&quot;  - Reuters';
const TITLE = 'UK\'s plan for Acme & Globex is "open"';
const CONTENT = '<ul><li>Acme said on Friday it&rsquo;s open.</li><li>Globex agreed.</li></ul>';

/** The alerts of watches, but for the summary of a baseline. */
async function madeIn({ store }: Awaited<ReturnType<typeof opened>>) {
  const made = await store.alerts.madeOn('2026-11-20', 100);
  return made
    .map(({ alert }) => alert)
    .filter(({ watchId, occasion }) => watchId !== undefined && occasion.type !== 'baseline');
}

describe('an article with an outlet behind its title, tags and character references', () => {
  it('is stored, sent and shown as readers see it, and its outlet is named once', async () => {
    const watch = aWatch({ brand: 'acme', keep: 'full' });
    const bench = await opened([anArticle('a', { title: WRITTEN, content: CONTENT })], [watch]);
    expect(await bench.run()).toMatchObject({ status: 'done', new: 1 });
    const [found] = await findingsOf(bench);
    expect(found?.finding).toMatchObject({
      title: TITLE,
      snippet: 'Acme said on Friday it’s open.\nGlobex agreed.',
      outlet: { name: 'Reuters' },
    });

    await bench.deliver();
    const [message] = await bench.store.messages.madeOn('2026-11-20', 10);
    const { subject = '', email = '', sms = '' } = message?.message.texts ?? {};
    for (const text of [subject, email, sms]) {
      expect(text.split(TITLE)).toHaveLength(2);
      expect(text).not.toMatch(/#39|&amp;|&quot;|<em>|<li>/);
    }
    expect(email.match(/Reuters/g)).toHaveLength(1);
    expect(`${subject}${sms}`).not.toContain('Reuters');
    expect(JSON.parse(message?.message.texts.json ?? '{}').alerts[0].items[0].title).toBe(TITLE);

    const shown = TITLE.replace('&', '&amp;').replaceAll('"', '&quot;').replace("'", '&#39;');
    const plan = aReportPlan();
    const { ports, files } = reportPorts(bench.store, { now: NOON + 2 * DAY });
    const period = daysBefore(NOON + 2 * DAY, plan);
    await writeReport({ plan, period, notify: false }, ports, { deadline: NOON + 3 * DAY });
    const { get } = pagesOver(bench.ports);
    const [alert] = await madeIn(bench);
    const pages = [
      [...files].find(([name]) => name.endsWith('.html'))?.[1].body ?? '',
      await get(receiptLink(alert!, LINKS)),
      await get(inboxLink(NOON + HOUR, LINKS)),
    ];
    for (const page of pages.slice(0, 2)) expect(decoded(page)).toContain(decoded(shown));
    for (const page of pages) expect(decoded(page)).not.toMatch(/#39;s|<em>Acme|Globex is "open" +- Reuters/);
  });
});

function decoded(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll(/&#0?39;|&#x27;|&apos;/g, "'")
    .replaceAll('&amp;', '&');
}
