import { memoryDecideQueue, memoryReportFiles } from '../ports/memory-services.ts';
import { existsSync, readFileSync } from 'node:fs';
import { inboxLink, type PageLinks } from '../../shared/domain/pages/signed-link.ts';
import { DAY, dayOf, HOUR } from '../../shared/domain/time/instant.ts';
import { htmlPages } from '../../shared/render/pages/html-pages.ts';
import { answerRequest } from '../../shared/use-cases/pages/answer-request.ts';
import { aFinding, aWatch } from '../ports/examples.ts';
import { workbench } from '../shared/use-cases/bench.ts';
import { type Figure, printFigures } from './report.ts';

// Each number on the pages of the inbox, over a day of real news beside the checkout, equals a plain count of the rows
// of the file. The counts below read the file and the text of the pages alone. Two watches of a brand find overlapping
// thirds of the news.

/** So many rows have fewer stories than the list of a day compares by size. */
const ROWS = 1_200;
const FILE = '../shared/data/news-stories.ndjson';

interface Row {
  id: string;
  title: string;
  published_date: string;
  link: string;
  domain_url: string;
  name_source: string | null;
}

if (existsSync(FILE)) printFigures(await differences());
else {
  process.stderr.write(`SKIPPED: counts of pages over real news. ${FILE} is not beside the checkout.\n`);
  printFigures([]);
}

async function differences(): Promise<Figure[]> {
  const all = readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .slice(0, ROWS)
    .map((line) => JSON.parse(line) as Row);
  const timeOf = (row: Row) => Date.parse(`${row.published_date.replace(' ', 'T')}Z`);
  const now = Math.max(...all.map(timeOf)) + HOUR;
  const found = {
    'acme-news': all.filter((_, n) => n % 3 < 2),
    'acme-too': all.filter((_, n) => n % 3 > 0),
  };
  const watches = Object.keys(found).map((id) =>
    aWatch({
      id,
      brand: 'acme',
      lookback: 4 * DAY,
      firstRun: 'tell',
      alert: { when: 'story', channel: 'press-team' },
    }),
  );
  const bench = await workbench({ watches, now });
  for (const [watchId, rows] of Object.entries(found)) {
    bench.corpus.splice(0, bench.corpus.length, ...rows.map((row) => ({ finding: findingOf(row) })));
    for (let run = 0; run < 40; run += 1) {
      const { status } = await bench.run({ watchId, continuation: run });
      if (status !== 'continued') break;
    }
  }
  const read = reader(bench, now);
  return [
    ...(await today(read, found)),
    ...(await storiesOf(read, { found, days: daysBack(now) })),
    ...(await inbox(read, dayOf(now))),
    ...(await searches(read, { found, from: dayOf(now - 5 * DAY) })),
  ];

  function findingOf(row: Row) {
    const at = timeOf(row);
    const outlet = { domain: row.domain_url, ...(row.name_source !== null && { name: row.name_source }) };
    const { id: fingerprint, title, link } = row;
    return aFinding(0, {
      fingerprint,
      title,
      link,
      outlet,
      publishedAt: at,
      indexedAt: at,
      snippet: '',
      matched: [],
      authors: [],
    });
  }
}

type Read = (path: string, query?: Record<string, string>) => Promise<string>;
type Found = Readonly<Record<string, readonly Row[]>>;

function reader(bench: Awaited<ReturnType<typeof workbench>>, now: number): Read {
  const links: PageLinks = { base: 'https://pages.example.com', keys: ['key'] };
  const { store, clock } = bench;
  const ports = {
    ...store,
    clock,
    links: async () => links,
    files: memoryReportFiles(),
    pages: htmlPages,
    decideQueue: memoryDecideQueue(),
  };
  const root = new URL(inboxLink(now + HOUR, links)).pathname;
  return async (path, query = {}) => {
    const given = new URLSearchParams(path.split('?')[1] ?? '');
    const request = {
      method: 'GET',
      path: `${root}${path.split('?')[0]}`,
      query: { ...Object.fromEntries(given), ...query },
      headers: {},
      body: new Uint8Array(),
    };
    return (await answerRequest(request, ports)).body;
  };
}

function daysBack(now: number): string[] {
  return Array.from({ length: 6 }, (_, n) => dayOf(now - n * DAY));
}

/** A number of a page, and the same by a plain count: their difference should be 0. */
function differs(name: string, [shown, counted]: readonly [number, number]): Figure {
  return {
    name: `${name}: page ${shown}, file ${counted}`,
    value: Math.abs(shown - counted),
    unit: 'apart',
    aim: 0,
  };
}

function numberIn(text: string, pattern: RegExp): number {
  return Number((pattern.exec(text)?.[1] ?? 'NaN').replaceAll(',', ''));
}

/** The paths below the inbox to which the links of a page lead. */
function linksIn(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, path = '']) => path.replaceAll('&amp;', '&'));
}

async function today(read: Read, found: Found): Promise<Figure[]> {
  const shown = numberIn(await read(''), /class="figure"><a [^>]*>([\d,]+)/);
  const counted = Object.values(found).reduce((sum, rows) => sum + rows.length, 0);
  return [differs('Today: findings of the brand', [shown, counted])];
}

/** Every story: its size and outlets against the rows to which the links of all its pages lead. */
async function storiesOf(
  read: Read,
  { found, days }: { found: Found; days: readonly string[] },
): Promise<Figure[]> {
  const rows = new Map(
    Object.values(found)
      .flat()
      .map((row) => [row.id, row]),
  );
  const byLink = Map.groupBy(rows.values(), ({ link }) => link);
  const ids = new Set<string>();
  let listed = 0;
  for (const day of days) {
    for (let page = 1; page <= 50; page += 1) {
      const text = await read('/stories', { day, page: String(page) });
      if (page === 1) listed += numberIn(text, /<p class="days"><span>([\d,]+) stor/) || 0;
      for (const path of linksIn(text, /href="\/i\/\w+(\/stories\/[\w.:-]+)"/g)) ids.add(path);
      if (!text.includes('smaller →')) break;
    }
  }
  const sums = { articles: 0, outlets: 0, shown: 0, shownOutlets: 0, wrong: 0 };
  for (const path of ids) {
    const { articles, outlets, links } = await storyAt(read, path);
    const own = links.flatMap((link) => byLink.get(link) ?? []);
    const domains = new Set(own.map((row) => row.domain_url)).size;
    sums.shown += articles;
    sums.shownOutlets += outlets;
    sums.articles += links.length;
    sums.outlets += domains;
    if (articles !== links.length || outlets !== domains) sums.wrong += 1;
  }
  return [
    differs('Stories: stories of the list', [listed, ids.size]),
    differs('Stories: articles of all stories', [sums.shown, rows.size]),
    differs('Stories: articles listed on their pages', [sums.articles, rows.size]),
    differs('Stories: outlets of each story, added', [sums.shownOutlets, sums.outlets]),
    { name: `Stories: wrong ones of ${ids.size}`, value: sums.wrong, unit: 'stories', aim: 0 },
  ];
}

/** The numbers of a story, and where all articles of its pages lead, those of folded copies too. */
async function storyAt(read: Read, path: string) {
  const links: string[] = [];
  const articleLinks = (text: string) => linksIn(text, /<a href="(https?:[^"]+)" rel="noopener/g);
  let text = await read(path);
  const articles = numberIn(text, /<p class="lead">([\d,]+) article/);
  const outlets = numberIn(text, /<p class="lead">[\d,]+ articles? in ([\d,]+) outlet/);
  for (;;) {
    const listed = text.slice(text.indexOf('<h2>Articles</h2>'));
    const cut = linksIn(listed, /href="\/i\/\w+(\/stories\/[^"]+\/copies\/[^"]+)"/g);
    if (cut.length > 0)
      throw new Error('A story has more copies than a page of it names: count them as well.');
    links.push(...articleLinks(listed));
    const [next] = linksIn(listed, /rel="next" href="\/i\/\w+(\/stories\/[^"]+)"/g);
    if (next === undefined) return { articles, outlets, links };
    text = await read(next);
  }
}

/** The alerts of a day: those listed, over all pages, against the number in the first line and the one on Today. */
async function inbox(read: Read, day: string): Promise<Figure[]> {
  const onToday = numberIn(await read(''), /<a href="[^"]*\/alerts">([\d,]+) alert/);
  let [shown, listed] = [0, 0];
  for (let text = await read('/alerts', { day }); ; ) {
    shown += numberIn(text, /<p class="days"><span>([\d,]+) alert/);
    listed += text.split('>receipt</a>').length - 1;
    const [next] = linksIn(text, /rel="next" href="\/i\/\w+(\/alerts[^"]+)"/g);
    if (next === undefined) break;
    text = await read(next);
  }
  return [
    differs('Inbox: alerts in the first lines of its pages and listed', [shown, listed]),
    differs('Today and inbox: alerts', [onToday, listed]),
  ];
}

/** All pages of some searches, against words at their beginnings in titles and outlets of the rows. */
async function searches(read: Read, { found, from }: { found: Found; from: string }): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const words of ['apple', 'fed', 'microsoft', 'reuters', 'xyzzy']) {
    const begins = new RegExp(`(?<![\\p{L}\\p{N}])${words}`, 'iu');
    const counted = Object.values(found)
      .flat()
      .filter((row) => begins.test(`${row.title}\n${row.name_source ?? ''}\n${row.domain_url}`)).length;
    let shown = 0;
    for (let path = `/search?in=findings&words=${words}&from=${from}`; ; ) {
      const text = await read(path);
      shown += text.split('<span class="badge plain">finding</span>').length - 1;
      const [next] = linksIn(text, /rel="next" href="\/i\/\w+(\/search[^"]+)"/g);
      if (next === undefined) break;
      path = next;
    }
    figures.push(differs(`Search: ${words}`, [shown, counted]));
  }
  return figures;
}
