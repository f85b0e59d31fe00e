import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import { addressOf } from '../../../infra/synthesised.ts';
import { aStoryAlert, NOON } from '../../../ports/examples.ts';
import { findBrowser } from '../../render/real-browser.ts';
import { openPages } from './open-pages.ts';

const executablePath = findBrowser('triage by keys');
/** Rows of two pages of the list. */
const ALERTS = 39;

describe.skipIf(executablePath === undefined)('triage in a real browser', () => {
  let server: Server;
  let browser: Browser;
  let pages: Awaited<ReturnType<typeof openPages>>;

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const { method = 'GET', url = '/' } = request;
    const {
      status,
      headers: own,
      body,
    } = await pages.ask(url, { method, headers, body: Buffer.concat(chunks) });
    response.writeHead(status, own).end(body);
  };

  beforeAll(async () => {
    pages = await openPages();
    for (let n = 1; n <= ALERTS; n += 1) {
      const story = { id: `s${n}`, articles: 1, outlets: 1, countries: 1 };
      await pages.ports.alerts.put(aStoryAlert(n, {}, { story, createdAt: NOON - n }), { dueAt: NOON });
    }
    server = createServer((request, response) => void answer(request, response));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  it('40 stories are handled by keys alone within two minutes, and the last one is taken back', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(addressOf(server) + pages.inbox);
    const press = async (key: string) => {
      await Promise.all([page.waitForNavigation(), page.keyboard.press(key)]);
    };
    const begun = performance.now();
    await page.keyboard.press('j');
    await press('i');
    await page.keyboard.press('t');
    await page.keyboard.type('Ask legal');
    await press('Enter');
    for (let n = 0; n < ALERTS; n += 1) {
      await press(n % 3 === 0 ? 'a' : n % 3 === 1 ? 'n' : 'm');
      // The first page is done: the list begins again with what is left.
      if (await page.locator('.triage li').first().isVisible())
        if (!(await page.locator('.triage li:focus-within').count())) await page.keyboard.press('j');
    }
    await press('a');
    expect(performance.now() - begun).toBeLessThan(120_000);
    expect(await page.locator('.triage li').count()).toBe(0);
    await press('u');
    expect(await page.locator('.triage li').count()).toBe(1);
    const actions = await pages.ports.readerActions.of('acme-news');
    expect(actions.filter(({ undoneAt }) => undoneAt === undefined)).toHaveLength(ALERTS + 2);
    expect(pages.clock.at).toBe(NOON + HOUR);
  });

  it('single keys do nothing once they are switched off', async () => {
    const page = await browser.newPage();
    await page.goto(addressOf(server) + pages.inbox);
    await page.keyboard.press('?');
    await page.getByLabel('Use single keys as shortcuts').uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    expect(await page.locator('.triage li:focus-within').count()).toBe(0);
  });
});
