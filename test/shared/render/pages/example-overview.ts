import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import type { Incident } from '../../../../shared/domain/incidents/incident.ts';
import type { OverviewView } from '../../../../shared/domain/pages/inbox.ts';
import type { RecordsView } from '../../../../shared/domain/pages/search-view.ts';
import type { Story } from '../../../../shared/domain/stories/story.ts';
import { aFinding, aStoredFinding } from '../../../ports/examples.ts';

type Text = (plain: string) => string;

/** A busy day of three brands, one of them without a past. */
export function exampleOverview(given: { text: Text; story: Story; incident: Incident }): OverviewView {
  const { text, story, incident } = given;
  const stories = [12, 9, 4, 2, 1].map((today, n) => ({
    story: { ...story, id: `s${n}`, title: text(story.title) },
    today,
  }));
  return {
    day: '2026-11-20',
    brands: [
      { brand: 'acme', days: [41, 38, 55, 12, 9, 47, 44, 131], usual: 41, stories },
      { brand: 'globex', days: [0, 0, 0, 0, 0, 3, 1, 0], stories: stories.slice(3) },
      { days: [0, 0, 0, 0, 0, 0, 0, 2], stories: [] },
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
    usage: [
      { service: 'news', calls: 20_130, credits: 0 },
      { service: 'extraction', calls: 311, credits: 840 },
    ],
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
      column: 'country',
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
