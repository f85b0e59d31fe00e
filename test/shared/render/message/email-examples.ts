import { layoff as event, spike } from '../chat/message-kinds.ts';
import { alertAbout, viewOf } from './message-examples.ts';

/** An event of a story that is critical. */
export const layoff = { ...event, severity: 'critical' as const };
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
/** A brief with an event, a translated article and a detection. */
export const brief = viewOf([layoff, translated, spike], { because: 'brief' });
