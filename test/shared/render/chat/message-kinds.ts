import { type Alert, policyAlertOf } from '../../../../shared/domain/alerts/alert.ts';
import { heartbeatAlertOf } from '../../../../shared/domain/channels/incidents.ts';
import type { BatchReason } from '../../../../shared/domain/channels/message-plan.ts';
import { aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { alertAbout } from '../message/message-examples.ts';

const BRAND = { brand: 'acme', brandName: 'Acme Corp' } as const;
const STORY = { id: 'story-1', articles: 31, outlets: 12, countries: 4, bestRank: 96 };

/** An event with its figures, in a story of several outlets. */
export const layoff: Alert = {
  ...alertAbout(
    1,
    {
      type: 'event',
      title: 'Firm cuts 1,250 jobs at two plants in Lyon',
      snippet:
        'Firm cuts 1,250 jobs at two plants in Lyon. The unions were informed on Friday morning. It names weak demand for hearing aids as the reason.',
      facts: {
        company_name: 'Acme Corp',
        number_of_people_laid_off: '1250',
        percentage_of_people_laid_off: '8',
        location: 'Lyon, Rhône, France',
        event_date: '2026-11-20',
      },
    },
    { ...BRAND, severity: 'warning', kind: 'events' },
  ),
  story: STORY,
};
/** The same story, later. */
export const climb: Alert = {
  ...alertAbout(9, { title: 'Firm confirms the cut of 1,250 jobs' }, BRAND),
  watches: ['acme-news', 'acme-events'],
  severity: 'critical',
  raised: { from: 'warning', by: [{ name: 'outlets', value: 12 }], after: ['alert-00001'] },
  story: STORY,
};
export const spike = policyAlertOf(aWatch({ ...BRAND }), {
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

const HEARTBEAT = {
  since: NOON - 7 * 86_400_000,
  until: NOON,
  watches: 1,
  due: 4,
  checked: 3,
  behind: [{ watchId: 'acme-news', due: 4, checked: 3 }],
};

const LENGTH = 50_000;
/** Every text that the news can bring, each of 50,000 characters, and links as long as they are sent. */
const endless = (n: number, mark: string): Alert => {
  const text = `${mark} `.repeat(LENGTH / (mark.length + 1));
  const facts = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`field_${at}`, text]));
  return alertAbout(
    n,
    {
      type: 'event',
      title: text,
      snippet: text,
      summary: text,
      translation: { title: text, text },
      link: `https://news.example/${n}?${'a=1&'.repeat(490)}`,
      outlet: { domain: 'news.example', name: text, country: 'FR' },
      matched: [text],
      people: [text, text],
      places: [text],
      facts: { company_name: text, number_of_people_laid_off: text, ...facts },
      fields: facts,
    },
    { brand: 'acme', brandName: text, severity: n % 2 === 0 ? 'critical' : 'info' },
  );
};
const MARKS = ['a', 'Ünï<b>&', '東京', '*_`[x](y)|', '👨‍👩‍👧'];
const many = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    alertAbout(n, {}, { ...BRAND, severity: n < 2 ? 'critical' : 'info' }),
  );

/** Every kind of message, by its name. */
export const MESSAGES: Readonly<Record<string, { alerts: readonly Alert[]; because?: BatchReason }>> = {
  'a single story': { alerts: [alertAbout(1, {}, BRAND)] },
  'an event with facts': { alerts: [layoff] },
  'a story that climbs': { alerts: [climb] },
  'what a policy detected': { alerts: [spike] },
  'a group': { alerts: [layoff, spike, ...many(3)] },
  'a brief': { alerts: [layoff, spike, ...many(120)], because: 'brief' },
  'what a storm held': { alerts: many(60), because: 'storm' },
  'a heartbeat': {
    alerts: [heartbeatAlertOf(HEARTBEAT, { channel: 'press-team', now: NOON })],
  },
  ...Object.fromEntries(
    MARKS.map((mark, n) => [`50,000 characters of ${mark}`, { alerts: [endless(n, mark)] }]),
  ),
  'many of 50,000 characters': {
    alerts: Array.from({ length: 12 }, (_, n) => endless(n, MARKS[n % MARKS.length] ?? 'a')),
    because: 'brief',
  },
};
