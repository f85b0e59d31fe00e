import { createServer, type Server } from 'node:http';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportNumbers } from '../../../../shared/domain/reports/report-numbers.ts';
import { reportAnswer } from '../../../../shared/render/pages/plain-pages.ts';
import { renderReport } from '../../../../shared/render/report/render-report.ts';
import { addressOf } from '../../../infra/synthesised.ts';
import { AXE, faultsSchema, findBrowser, RUN_AXE } from '../real-browser.ts';
import { anExampleReport } from './example-report.ts';

/** A report on a week in which every list is full of the longest texts. */
function aFullWeek(): ReportNumbers {
  const numbers = anExampleReport({ perDay: 20 });
  const [worst, wide] = ['Unbroken'.repeat(30), 'long words '.repeat(22)];
  const rows = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      key: n % 2 === 0 ? `${n}${worst}` : `${n} ${wide}`,
      articles: { now: 1_234_567, before: 7 },
    }));
  const [example, outlet, story] = [numbers.items[0]!, numbers.topOutlets[0]!, numbers.topStories[0]!];
  const quote = { text: wide.repeat(2), domain: 'outlet-1.example' };
  return {
    ...numbers,
    items: Array.from({ length: 60 }, (_, n) => ({ ...example, fingerprint: `e${n}`, title: wide })),
    events: { now: 60, before: 60 },
    topOutlets: Array.from({ length: 12 }, (_, n) => ({
      ...outlet,
      domain: `${n}${worst}`.slice(0, 80),
      name: wide,
    })),
    topStories: Array.from({ length: 12 }, (_, n) => ({
      ...story,
      id: `s${n}`,
      quote,
      first: { ...story.first, title: n % 2 === 0 ? worst : wide },
    })),
    topTopics: { theme: rows(10), person: rows(10), place: rows(10), iptc: rows(10), iab: rows(10) },
    topAuthors: rows(10),
    topCountries: rows(10),
    topLanguages: rows(6),
  };
}

/** The serious faults of an open page, each with the element that has it. */
async function seriousFaults(page: Page) {
  await page.addScriptTag({ path: AXE });
  const { violations } = faultsSchema.parse(await page.evaluate(RUN_AXE));
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, nodes }) => [id, nodes[0]?.html]);
}

const executablePath = findBrowser('reports');
describe.skipIf(executablePath === undefined)('a report in a real browser', () => {
  let server: Server;
  let browser: Browser;
  beforeAll(async () => {
    const { html } = renderReport(anExampleReport({ perDay: 20, look: { colour: '#ffdd00' } }), undefined);
    const pages = { '/': html, '/full': renderReport(aFullWeek(), 'https://pages.example.com/p/abc').html };
    server = createServer(({ url }, response) => {
      const { headers, body } = reportAnswer(url === '/full' ? pages['/full'] : pages['/'], 'html');
      response.writeHead(200, headers).end(body);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    browser = await chromium.launch({
      executablePath: executablePath!,
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  it.each([
    ['phone', 390, 'light'],
    ['phone', 390, 'dark'],
    ['desktop', 1_280, 'light'],
    ['desktop', 1_280, 'dark'],
  ] as const)(
    'has no serious accessibility fault, loads nothing, and fits the screen: %s, %i px, %s',
    async (_, width, colorScheme) => {
      // The accessibility checker needs to bypass the policy of the page; another test covers the policy.
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
        bypassCSP: true,
      });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).host !== new URL(addressOf(server)).host) complaints.push(request.url());
      });
      page.on('console', (message) => complaints.push(message.text()));
      await page.goto(addressOf(server));
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true; })');
      expect(await seriousFaults(page)).toEqual([]);
      expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([]);
      await context.close();
    },
  );

  it('obeys its own policy, shows its charts, and prints', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(addressOf(server));
    expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([]);
    const fill = 'getComputedStyle(document.querySelector(".wide [fill=\\"var(--brand)\\"]")).fill';
    // The yellow of this brand, as dark as graphics must be on white.
    expect(await page.evaluate(fill)).toMatch(/^oklch\(0\.6 /);
    expect(await page.evaluate('document.title.includes("Acme")')).toBe(true);
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(20_000);
    await page.close();
  });

  it('prints a full week with the longest texts on at most 6 pages, without the list that stays online', async () => {
    const page = await browser.newPage({ viewport: { width: 688, height: 1_000 } });
    await page.goto(`${addressOf(server)}/full`);
    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(6);
    await page.emulateMedia({ media: 'print' });
    const list = (script: string) =>
      page.evaluate(
        `[...document.querySelectorAll('body *')].filter((one) => one.checkVisibility() && (${script})).map((one) => one.outerHTML.slice(0, 80))`,
      );
    expect(await list("one.closest('#findings') && one.matches('table, dl')")).toEqual([]);
    expect(await page.evaluate("document.querySelector('#findings .print').innerText")).toContain(
      'They are listed at https://pages.example.com/p/abc',
    );
    // Nothing is cut off at the right, numbers stay on one line, and table heads are repeated.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(688);
    expect(
      await list("one.matches('td.n, .value') && getComputedStyle(one).whiteSpace !== 'nowrap'"),
    ).toEqual([]);
    expect(
      await list("one.matches('thead') && getComputedStyle(one).display !== 'table-header-group'"),
    ).toEqual([]);
    expect(
      await list("one.matches('tr, .chart, .stories li') && getComputedStyle(one).breakInside !== 'avoid'"),
    ).toEqual([]);
    await page.close();
  });
});
