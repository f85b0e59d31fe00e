import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailText } from '../../../../shared/render/message/compose-message.ts';
import { emailHtml } from '../../../../shared/render/message/email-html.ts';
import { fullForm } from '../../../full-form.ts';
import { brief, layoff } from './email-examples.ts';
import { hostileAlerts } from './hostile-alerts.ts';
import { alertAbout, viewOf } from './message-examples.ts';

/** Elements that common mail clients take. */
const ELEMENTS = /^(?:html|head|meta|title|style|body|div|table|tr|td|th|h1|h2|p|span|a|ul|li|!doctype)$/;

describe('the HTML of an e-mail', () => {
  it('has every line of its text twin, and its links', () => {
    const { html, listed } = emailHtml(brief);
    expect(listed).toBe(3);
    for (const text of [
      'Your brief for press-team: 3 stories (1 critical), the most urgent first.',
      'Firm cuts 1,250 jobs at two plants in Lyon</a></h2>',
      'Acme Corp · 12 outlets in 4 countries',
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
    expect(html.slice(html.indexOf('</title>')).split('Firm cuts 1,250 jobs')).toHaveLength(2);
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
      { numRuns: fullForm(40, 300) },
    );
  });
});
