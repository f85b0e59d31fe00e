import { createServer, type Server } from 'node:http';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportAnswer } from '../../../../shared/render/pages/report-answer.ts';
import { renderReport } from '../../../../shared/render/report/render-report.ts';
import { addressOf } from '../../../infra/synthesised.ts';
import { longForm } from '../../../long-form.ts';
import { AXE, RUN_AXE, RUN_CONTRAST, faultsSchema, findBrowser } from '../real-browser.ts';
import { anExampleReport } from './example-report.ts';

/** The serious faults of an open page, each with the element that has it. */
async function seriousFaults(page: Page, check: string) {
  await page.addScriptTag({ path: AXE });
  const { violations } = faultsSchema.parse(await page.evaluate(check));
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, nodes }) => [id, nodes[0]?.html]);
}

const executablePath = findBrowser('reports');
describe.skipIf(executablePath === undefined)('a report in a real browser', () => {
  let server: Server;
  let browser: Browser;
  beforeAll(async () => {
    const { html } = renderReport(
      anExampleReport({ perDay: longForm(7, 20), look: { colour: '#ffdd00' } }),
      undefined,
    );
    const { headers, body } = reportAnswer(html, 'html');
    server = createServer((_request, response) => response.writeHead(200, headers).end(body));
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
    // The short form checks each width and each scheme once; only the contrast depends on the scheme.
    ['phone', 390, 'light', RUN_AXE],
    ['phone', 390, 'dark', longForm(undefined, RUN_AXE)],
    ['desktop', 1_280, 'light', longForm(undefined, RUN_AXE)],
    ['desktop', 1_280, 'dark', longForm(RUN_CONTRAST, RUN_AXE)],
  ] as const)(
    'has no serious accessibility fault, loads nothing, and fits the screen: %s, %i px, %s',
    async (_, width, colorScheme, check) => {
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
      expect(check === undefined ? [] : await seriousFaults(page, check)).toEqual([]);
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
    const fill = 'getComputedStyle(document.querySelector(".wide .f-brand")).fill';
    expect(await page.evaluate(fill)).not.toBe('rgb(0, 0, 0)');
    expect(await page.evaluate('document.title.includes("Acme")')).toBe(true);
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(20_000);
    await page.close();
  });
});
