import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { wireTimeOf } from '../../shared/domain/time/instant.ts';

export const COUNT = 10_000;
const STORIES = 500;
const LOREM =
  'Acme Corp told its customers on Friday that the plant in Leipzig stays open, and that orders are met in time. ';

/** Words that no other number gives. */
function wordsOf(n: number): string {
  const letters = createHash('sha256')
    .update(`story ${n}`)
    .digest('hex')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[+digit]!);
  return (letters.match(/.{8}/g) ?? []).join(' ');
}

/** Titles of articles of which none is like another, or in stories of twenty. */
export const TITLES = {
  'unlike ones': wordsOf,
  'in 500 stories': (n: number) => `${wordsOf(n % STORIES)} ${wordsOf(n).slice(0, 8)}`,
};

/**
 * Answers a search with pages of articles; it counts one less than the cap, so that the run takes the window as it is.
 * All but the times is written before it starts, so that a run hardly waits for it.
 */
export async function startService(titleOf: (n: number) => string, count = COUNT) {
  const written = Array.from({ length: count }, (_, n) =>
    JSON.stringify({
      id: `bench-${n}`,
      title: titleOf(n),
      content: `${titleOf(n)}. ${LOREM.repeat(45)}`,
      link: `https://news.example/${n}`,
      domain_url: `outlet-${n % 200}.example`,
    }).slice(0, -1),
  );
  const service = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.once('end', () => {
      const asked = JSON.parse(body) as Record<'page' | 'page_size', number> & Record<'to_', string>;
      const { page, page_size: size } = asked;
      const end = Date.parse(`${asked['to_']}Z`);
      const first = (page - 1) * size;
      const articles = written
        .slice(first, first + size)
        .map((article, n) => `${article},"parse_date":"${wireTimeOf(end - (first + n + 1) * 1_000)}"}`);
      const pages = Math.ceil(count / size);
      const found = { status: 'ok', total_hits: count - 1, page, total_pages: pages, page_size: size };
      response.setHeader('content-type', 'application/json');
      response.end(`${JSON.stringify(found).slice(0, -1)},"articles":[${articles.join(',')}]}`);
    });
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  return service;
}
