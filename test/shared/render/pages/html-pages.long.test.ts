import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { addressOf } from '../../../infra/synthesised.ts';
import { AXE, RUN_AXE, faultsSchema, findBrowser } from '../real-browser.ts';
import { examplePages } from './example-pages.ts';

const executablePath = findBrowser('pages');
/** Where the server of this test has the accessibility checker. */
const CHECKER = '/axe.js';
const WIDTHS = { phone: 390, desktop: 1_280 } as const;

const pages = { plain: examplePages(), hostile: examplePages(true) };
const paths = Object.keys(pages.plain);
const SCHEMES = ['light', 'dark'] as const;
const opened = {
  plain: paths,
  hostile: paths,
};

/** What hostile text has turned into elements. The page's own script stands in its head. */
const FIND_INJECTED = `({
  owned: document.title.includes('owned'),
  foreign: [...document.querySelectorAll(
    'img, body script, script ~ script, iframe, svg, object, embed, [onerror], [onload], [onmouseover], [style]',
  )].map((one) => one.outerHTML.slice(0, 100)),
  protocols: [...document.querySelectorAll('a')].map((a) => a.protocol).filter((one) => !/^https?:$/.test(one)),
})`;

/**
 * Adds hostile markup to the page, and returns what the policy blocked, once it has blocked all of it or after ten
 * seconds.
 */
const INJECT = `(async () => {
  const blocked = new Set();
  const all = new Promise((done) => {
    setTimeout(done, 10_000);
    document.addEventListener('securitypolicyviolation', (event) => {
      if (blocked.add(event.effectiveDirective).size === 5) done();
    });
  });
  document.body.insertAdjacentHTML('beforeend',
    '<img src="https://evil.example/x.png"><style>h1{color:red}</style>' +
    '<iframe src="https://evil.example"></iframe><base href="https://evil.example">');
  const script = document.createElement('script');
  script.textContent = 'document.title = "owned"';
  document.body.append(script);
  await all;
  return { blocked: [...blocked].sort(), title: document.title };
})()`;
const injectedSchema = z.object({ blocked: z.array(z.string()), title: z.string() });

/** An open page, and what it did wrong: requests to other hosts, policy violations, errors. */
interface Visit {
  page: Page;
  complaints: string[];
}

describe.skipIf(executablePath === undefined)('pages in a real browser', () => {
  let server: Server;
  let browser: Browser;
  let base: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === CHECKER) {
        // The browser keeps the compiled checker for the pages that follow.
        response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'max-age=600' });
        response.end(readFileSync(AXE));
        return;
      }
      const hostile = request.headers['accept-language'] === 'xx';
      const { status, headers, body } = pages[hostile ? 'hostile' : 'plain'][request.url ?? ''] ?? {
        status: 404,
        headers: {},
        body: '',
      };
      response.writeHead(status, headers).end(body);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    base = addressOf(server);
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  /** Opens a page in a context of its own. */
  async function open(options: BrowserContextOptions = {}): Promise<Visit> {
    const page = await browser.newPage({ viewport: { width: WIDTHS.desktop, height: 900 }, ...options });
    const complaints: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(base) && !request.url().startsWith('data:'))
        complaints.push(`requested ${request.url()}`);
    });
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 40[34]/.test(message.text()))
        complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('dialog', (dialog) => {
      complaints.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    return { page, complaints };
  }

  const overflowOf = (page: Page) =>
    page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

  it('no page scrolls sideways on a phone or a desktop, calls another host, or has an accessibility fault', async () => {
    // The accessibility checker runs in the page, against its policy.
    const { page, complaints } = await open({ bypassCSP: true });
    for (const path of opened.plain) {
      await page.goto(`${base}${path}`);
      await page.addScriptTag({ url: `${base}${CHECKER}` });
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        for (const width of Object.values(WIDTHS)) {
          await page.setViewportSize({ width, height: 900 });
          expect([path, width, await overflowOf(page)]).toEqual([path, width, 0]);
          await shoot(page, `${path}-${width}-${colorScheme}`);
        }
        expect([path, colorScheme, await faultsOf(page)]).toEqual([path, colorScheme, []]);
      }
    }
    expect(complaints).toEqual([]);
    await page.close();
  });

  async function faultsOf(page: Page): Promise<string[]> {
    const found = faultsSchema.parse(await page.evaluate(RUN_AXE));
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`,
    );
  }

  /** Saves a screenshot to the folder in SHOTS, if set. */
  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env['SHOTS'];
    if (folder !== undefined)
      await page.screenshot({ path: join(folder, `${name.replaceAll('/', '_')}.png`), fullPage: true });
  }

  it('with hostile text everywhere, nothing runs, loads or is drawn', async () => {
    const { page, complaints } = await open({
      viewport: { width: WIDTHS.phone, height: 900 },
      extraHTTPHeaders: { 'accept-language': 'xx' },
    });
    for (const path of opened.hostile) {
      await page.goto(`${base}${path}`);
      expect({ path, found: await page.evaluate(FIND_INJECTED) }).toEqual({
        path,
        found: { owned: false, foreign: [], protocols: [] },
      });
      expect([path, await overflowOf(page)]).toEqual([path, 0]);
    }
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('works without scripts', async () => {
    const { page } = await open({ javaScriptEnabled: false });
    await page.goto(`${base}/receipt`);
    expect(await page.locator('h1').textContent()).toContain('Acme Corp recalls');
    expect(await page.locator('form').count()).toBe(2);
    await page.close();
  });

  it('rows filter as one types, keys move between them, and single keys can be turned off', async () => {
    const { page, complaints } = await open();
    await page.goto(`${base}/receipt/findings-many`);
    const rows = page.locator('main .plainlist > li:visible');
    const all = await rows.count();
    await page.keyboard.press('/');
    await page.keyboard.type('outlet-7.example');
    expect([await rows.count(), await page.getByRole('status').last().textContent()]).toEqual([
      1,
      `1 of ${all} shown.`,
    ]);
    // In a field, a letter is a letter.
    await page.keyboard.type('jk?');
    expect([await rows.count(), await page.locator('dialog').isVisible()]).toEqual([0, false]);
    await page.keyboard.press('Escape');
    expect(await rows.count()).toBe(all);
    await page.keyboard.press('Enter');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    expect(await rows.nth(1).locator(':focus').count()).toBe(1);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(await help.isVisible()).toBe(true);
    await help.getByRole('checkbox').uncheck();
    await help.getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await page.keyboard.press('?');
    expect(await help.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    expect(await help.isVisible()).toBe(true);
    expect(complaints).toEqual([]);
    await page.close();
    const checked = await open({ bypassCSP: true });
    await checked.page.goto(`${base}/receipt/findings-many`);
    await checked.page.keyboard.press('?');
    await checked.page.addScriptTag({ url: `${base}${CHECKER}` });
    expect(await faultsOf(checked.page)).toEqual([]);
    await checked.page.close();
  });

  it('the policy blocks injected markup', async () => {
    const { page } = await open();
    await page.goto(`${base}/receipt`);
    const got = injectedSchema.parse(await page.evaluate(INJECT));
    expect(got.title).not.toBe('owned');
    expect(got.blocked).toEqual(['base-uri', 'frame-src', 'img-src', 'script-src-elem', 'style-src-elem']);
    await page.close();
  });
});
