import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailHtml } from '../../../../shared/render/message/email-html.ts';
import { AXE, faultsSchema, findBrowser, RUN_AXE, RUN_CONTRAST } from '../real-browser.ts';
import { brief, layoff } from './email-examples.ts';
import { viewOf } from './message-examples.ts';

const executablePath = findBrowser('the HTML of an e-mail');
describe.skipIf(executablePath === undefined)('the HTML of an e-mail in a real browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: executablePath!,
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
  });
  afterAll(() => browser?.close());

  it('fits phone and desktop, loads nothing, and has no serious accessibility fault', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    for (const [name, view] of [
      ['brief', brief],
      ['one', viewOf([layoff])],
    ] as const) {
      for (const [width, colorScheme, check] of [
        [390, 'light', RUN_AXE],
        [390, 'dark', RUN_CONTRAST],
        [1_280, 'light', RUN_AXE],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.setContent(emailHtml(view).html);
        const shots = process.env['SHOTS'];
        if (shots !== undefined)
          await page.screenshot({
            path: join(shots, `mail-${name}-${width}-${colorScheme}.png`),
            fullPage: true,
          });
        const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect(await page.evaluate(overflow)).toBe(0);
        await page.addScriptTag({ path: AXE });
        const { violations } = faultsSchema.parse(await page.evaluate(check));
        const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        expect(serious.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
      }
    }
    expect(requests).toEqual([]);
  });
});
