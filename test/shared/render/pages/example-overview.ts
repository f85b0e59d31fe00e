import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import type { Incident } from '../../../../shared/domain/incidents/incident.ts';
import type { Receipt } from '../../../../shared/domain/pages/receipt.ts';
import type { RecordsView } from '../../../../shared/domain/pages/search-view.ts';
import type { TodayView, TriageRow } from '../../../../shared/domain/pages/triage.ts';
import { aForm } from './example-receipt.ts';
import { aFinding, aStoredFinding, NOON } from '../../../ports/examples.ts';

type Text = (plain: string) => string;

/** A busy day of three brands, one of them without a past, with rows of every severity. */
export function exampleToday(given: { text: Text; receipt: Receipt; incident: Incident }): TodayView {
  const { text, receipt, incident } = given;
  const { alert, state } = receipt;
  const rows = Array.from({ length: 20 }, (_, n): TriageRow => {
    const [severity = 'info'] = [(['critical', 'warning', 'info'] as const)[Math.floor(n / 7)]];
    const newest = { alert: { ...alert, severity, brandName: text('Acme Corp') }, state };
    const [action] = receipt.actions;
    return {
      id: `r${n}`,
      newest,
      entries: [newest, newest],
      severity,
      ...(receipt.story && { story: receipt.story }),
      ...(n % 5 === 4 &&
        action && { handled: action, owner: action, note: { ...action, text: text('Ask legal.') } }),
      fresh: n,
      isNew: n % 2 === 0,
      forms: (['acknowledge', 'assign', 'mute-story', 'not-relevant', 'note'] as const).map((kind) =>
        aForm(kind),
      ),
      undo: n % 5 === 4 ? [aForm('acknowledge', true)] : [],
    };
  });
  return {
    day: '2026-11-20',
    brands: [
      { brand: 'acme', days: [41, 38, 55, 12, 9, 47, 44, 131], usual: 41 },
      { brand: 'globex', name: text('Globex'), days: [0, 0, 0, 0, 0, 3, 1, 0] },
      { days: [0, 0, 0, 0, 0, 0, 0, 2] },
    ],
    alerts: { sent: 14, waiting: 3, muted: 1, dropped: 0 },
    waiting: [
      { channel: 'press-team', reason: 'brief', count: 3 },
      { channel: 'press-team', reason: 'quiet-hours', count: 1 },
      { channel: 'board', reason: 'due', count: 1 },
    ],
    incidents: [incident, incident],
    dead: 1,
    watches: { all: 12, faulty: 2 },
    query: { state: 'open', language: 'fr' },
    rows,
    page: 2,
    more: true,
    count: 130,
    open: { critical: 14, warning: 14, info: 12 },
    fresh: 20,
    visit: { at: NOON, since: NOON },
    from: NOON,
    done: { row: rows[4]!, kind: 'acknowledge', isUndone: false },
    choices: { brand: ['acme', 'globex'], language: ['en', 'fr'] },
  };
}

/** A page of records with more fields than columns. */
export function exampleRecords({ text, item }: { text: Text; item: (n: number) => Finding }): RecordsView {
  const names = [
    'company',
    'layoff_count',
    'country',
    'announced_on',
    'reason',
    'plant',
    'union',
    'source_quote',
  ];
  const rows = Array.from({ length: 60 }, (_, n) =>
    aStoredFinding(n, {
      watchId: 'cuts',
      finding: {
        ...aFinding(n, { type: 'record', service: 'extraction' }),
        title: text('Acme Corp closes its plant near Lyon and cuts 400 jobs by the end of the year'),
        fields: Object.fromEntries(names.map((name) => [name, text(`${name.replaceAll('_', ' ')} ${n}`)])),
        articles: [1, 2, 3, 4].map((m) => ({ title: item(m).title, link: item(m).link! })),
        articleCount: 7,
      },
    }),
  );
  return {
    query: {
      watch: 'cuts',
      words: text('plant').slice(0, 200),
      cells: { country: text('France').slice(0, 200) },
      from: '2026-10-21',
      to: '2026-11-20',
      sort: 'layoff_count',
      descending: true,
    },
    columns: names.map((name) => text(name)),
    rows,
    page: 2,
    read: 500,
    isCut: true,
    ignored: [text('sector')],
    watches: ['breaches', 'cuts'],
  };
}
