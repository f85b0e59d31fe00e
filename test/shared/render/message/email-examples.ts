import { policyAlertOf } from '../../../../shared/domain/alerts/alert.ts';
import { aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { alertAbout, viewOf } from './message-examples.ts';

const story = { id: 'story-1', articles: 31, outlets: 12, countries: 4, bestRank: 96 };
/** An event of a story, as a classifier gives it. */
export const layoff = {
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
/** A brief with an event, a translated article and a detection. */
export const brief = viewOf([layoff, translated, spike], { because: 'brief' });
