import { join } from 'node:path';
import * as fc from 'fast-check';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { policyAlertOf } from '../../../../shared/domain/alerts/alert.ts';
import { emailText } from '../../../../shared/render/message/compose-message.ts';
import { emailHtml } from '../../../../shared/render/message/email-html.ts';
import { longForm } from '../../../long-form.ts';
import { aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { AXE, faultsSchema, findBrowser, RUN_AXE, RUN_CONTRAST } from '../real-browser.ts';
import { hostileAlerts } from './hostile-alerts.ts';
import { alertAbout, viewOf } from './message-examples.ts';

const story = { id: 'story-1', articles: 31, outlets: 12, countries: 4, bestRank: 96 };
const layoff = {
  ...alertAbout(
    1,
    {
      type: 'event',
      title: 'Acme Corp cuts 1,250 jobs at two plants in Lyon',
      snippet:
        'Acme Corp cuts 1,250 jobs at two plants in Lyon. The unions were informed on Friday morning. The company names weak demand for hearing aids as the reason.',
      facts: {
        company_name: 'Acme Corp',
        number_of_people_laid_off: '1250',
        percentage_of_people_laid_off: '8',
        location: 'Lyon, Rhône, France',
        event_date: '2026-11-20',
      },
    },
    { brand: 'acme', severity: 'critical', kind: 'events' },
  ),
  occasion: { type: 'story' } as const,
  story,
};
const translated = alertAbout(
  2,
  {
    title: 'شركة أكمي تفتتح مصنعا جديدا في تورينو',
    snippet: '',
    summary: 'افتتحت الشركة المصنع يوم الجمعة.',
    translation: {
      title: 'Acme opens a new plant in Turin',
      text: 'The company opened the plant on Friday.',
    },
    people: ['Jane Doe'],
    places: ['Turin'],
    marks: ['opinion', 'paywall'],
  },
  { brand: 'acme' },
);
const spike = policyAlertOf(aWatch({ brand: 'acme' }), {
  policy: 'spike',
  key: ['k'],
  detection: {
    text: '60 articles in 20 stories in the last 24 hours, usually 8.',
    period: { from: NOON - 86_400_000, to: NOON },
    seen: { articles: 60, stories: 20 },
  },
  findings: [3, 4, 5].map((n) => aFinding(n)),
  now: NOON,
});
const brief = viewOf([layoff, translated, spike], { because: 'brief' });

/** Elements that common mail clients take. */
const ELEMENTS = /^(?:html|head|meta|title|style|body|div|table|tr|td|th|h1|h2|p|span|a|ul|li|!doctype)$/;

describe('the HTML of an e-mail', () => {
  it('has every line of its text twin, and its links', () => {
    const { html, listed } = emailHtml(brief);
    expect(listed).toBe(3);
    for (const text of [
      'Your brief for press-team: 3 stories (1 critical), the most urgent first.',
      'Acme Corp cuts 1,250 jobs at two plants in Lyon</a></h2>',
      'acme · 12 outlets in 4 countries',
      'The unions were informed on Friday morning.',
      '1,250 people (8% of the workforce)',
      'Lyon, Rhône, France',
      'Acme opens a new plant in Turin',
      'The News (United States, large outlet)',
      'behind a paywall',
      '<a href="https://news.example/4"',
      'Found by acme-news (matched: Acme).',
      'You receive this because watch acme-news alerts channel press-team.',
    ])
      expect(html).toContain(text);
    const linksIn = (text: string) => new Set(text.match(/https:\/\/[^\s"<]+/g));
    expect(linksIn(html)).toEqual(linksIn(emailText(brief).text));
  });

  it('says the title once, and language and direction', () => {
    const { html } = emailHtml(viewOf([layoff]));
    expect(html.slice(html.indexOf('</title>')).split('Acme Corp cuts 1,250 jobs')).toHaveLength(2);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/);
    expect(html).toContain('<h1 class="ink"');
  });

  it('stays below the size at which mail clients clip, and counts the rest', () => {
    const heavy = Array.from({ length: 60 }, (_, n) =>
      alertAbout(n, {
        title: `${n}<>&"`.repeat(300),
        snippet: '東&"'.repeat(500),
        link: `https://news.example/${n}/${'a'.repeat(1_900)}`,
      }),
    );
    const { html, listed } = emailHtml(viewOf(heavy));
    expect(Buffer.byteLength(html)).toBeLessThan(100_000);
    expect(listed).toBeGreaterThan(5);
    expect(html).toContain(
      `and ${60 - listed} more, stored but not listed here. <a href="https://pages.example/m/all"`,
    );
  });

  it('property: with any text from the news it is markup of ours alone, in elements that mail clients take', () => {
    fc.assert(
      fc.property(hostileAlerts, (alerts) => {
        const { html, listed } = emailHtml(viewOf(alerts));
        expect(listed).toBeGreaterThan(0);
        expect(Buffer.byteLength(html)).toBeLessThan(100_000);
        const tags = [...html.matchAll(/<\/?([a-z!][a-z0-9]*)/gi)].map(([, name = '']) => name);
        expect(tags.filter((name) => !ELEMENTS.test(name))).toEqual([]);
        expect(html).not.toMatch(/<[^>]*\s(?:on\w+|src)=/i);
        const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link);
        expect(links.filter((link) => !/^https?:\/\//.test(link))).toEqual([]);
      }),
      { numRuns: longForm(40, 300) },
    );
  });
});

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
        [1_280, 'light', longForm(undefined, RUN_AXE)],
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
        if (check === undefined) continue;
        await page.addScriptTag({ path: AXE });
        const { violations } = faultsSchema.parse(await page.evaluate(check));
        const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        expect(serious.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
      }
    }
    expect(requests).toEqual([]);
  });
});
