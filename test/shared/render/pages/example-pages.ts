import { OPERATOR } from '../../../../shared/domain/pages/viewer.ts';
import type { Alert } from '../../../../shared/domain/alerts/alert.ts';
import type { HttpAnswer } from '../../../../shared/domain/pages/http-exchange.ts';
import type { PageContext } from '../../../../shared/domain/pages/inbox.ts';
import type { StoryOrdersView } from '../../../../shared/domain/pages/story-page.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { htmlPages } from '../../../../shared/render/pages/html-pages.ts';
import { aStoredFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { anExtraction } from '../../../ports/extraction-examples.ts';
import { aRecord } from '../../../ports/report-examples.ts';
import { exampleRecords, exampleToday } from './example-overview.ts';
import { aForm, exampleReceipt } from './example-receipt.ts';
import { exampleSearch } from './example-search.ts';
import { exampleStory } from './example-story.ts';

const desk: PageContext = {
  root: '/i/token',
  timezone: 'Europe/Paris',
  now: NOON + HOUR,
  until: NOON + 2 * HOUR,
  viewer: OPERATOR,
};
/** Headlines of different lengths and scripts, one of them missing, one without a blank. */
const HEADLINES = [
  'Acme recalls pumps',
  'Acme Corp shares fall 4% after the recall of 4,000 industrial pumps, while unions ask for an inquiry into the fire near Lyon that stopped two production lines for three weeks',
  '',
  'アクメ、リヨン近郊の火災を受けて産業用ポンプ4,000台を回収',
  'شركة أكمي تستدعي مضخات صناعية بعد حريق قرب ليون',
  'https://outlet.example/news/2026/11/20/acme-corp-recalls-four-thousand-industrial-pumps-after-a-fire-in-a-plant-near-lyon',
];

/** What differs between the items of one alert: headline, text, outlet. */
function unlike(n: number, text: (plain: string) => string) {
  const title = text(HEADLINES[n % HEADLINES.length] ?? '');
  const outlet = { domain: text(`outlet-${n}.example`), ...(n % 3 === 0 && { name: text(`Outlet ${n}`) }) };
  return { title, outlet, ...(n % 4 === 0 && { snippet: '' }) };
}

/** Every page in its usual form, or with hostile text wherever text comes from outside. */
export function examplePages(hostile = false): Record<string, HttpAnswer> {
  const { text, item, message, delivery, window, receipt, silence } = exampleReceipt(hostile);
  const { alert, watch = aWatch() } = receipt;
  const proposed = { domains: [text('news.example')], phrases: [text('comics fair')] };
  const status = (id: string, more: object) => ({
    id,
    kind: 'search' as const,
    condition: 'ok' as const,
    lastRunAt: NOON + 50 * MINUTE,
    coveredUntil: NOON + 50 * MINUTE,
    nextRunAt: NOON + 65 * MINUTE,
    month: { runs: 1_920, calls: 2_013, found: 412 },
    quarantined: 2,
    ...more,
  });
  const listed = (n: number) => ({
    ...aStoredFinding(n, { finding: item(n) }),
    foundBy: ['acme-news', 'other'],
  });
  const incident = {
    subject: 'x',
    kind: 'failing',
    since: NOON,
    text: text('The watch jane-doe has failed 3 times in a row.'),
  } as const;
  const states = [
    { state: 'notified', messageId: message.id },
    { state: 'pending', dueAt: NOON + 7 * HOUR, heldFor: 'quiet-hours' },
    { state: 'silenced', silenceId: 's', reason: text('a fair') },
    { state: 'dropped', reason: text('its watch is gone') },
    { state: 'dropped', reason: '', joinedTo: { alertId: 'a', watchId: text('w'), messageId: message.id } },
  ] as const;
  const period = { from: NOON - 6 * HOUR, to: NOON };
  const seen = { articles: 1_250, stories: 210 };
  const spike: Alert = {
    ...alert,
    occasion: { type: 'spike', text: text('1,250 articles in 210 stories within 6h.'), period, seen },
    items: [1, 2, 3, 4, 5].map(item),
  };
  const many: Alert = { ...alert, items: Array.from({ length: 45 }, (_, n) => item(n)) };
  const many45: Alert = { ...many, items: many.items.map((one, n) => ({ ...one, ...unlike(n, text) })) };
  const all = { receipt: '/r/receipt', timezone: 'Europe/Paris', entries: many.items };
  const inMessage = [alert, spike, many].map((one) => ({ alert: one, receipt: '/r/receipt' }));
  return {
    '/m/token': htmlPages.messageAlerts({
      message: { ...message, alertIds: Array.from({ length: 260 }, (_, n) => `alert-${n}`) },
      root: '/m/token',
      timezone: 'Europe/Paris',
      page: 2,
      pages: 3,
      entries: [...inMessage, ...inMessage],
    }),
    '/': htmlPages.welcome(),
    '/receipt': htmlPages.receipt(receipt),
    '/receipt-many': htmlPages.receipt({ ...receipt, alert: many45 }),
    '/receipt/findings-many': htmlPages.alertFindings({
      ...all,
      alert: many45,
      entries: many45.items,
      isFirst: true,
    }),
    '/i/token': htmlPages.today(exampleToday({ text, receipt, incident }), desk),
    '/i/token/records/cuts': htmlPages.records(exampleRecords({ text, item }), desk),
    '/i/token/watches': htmlPages.status(
      {
        watches: [
          status('acme-news', {}),
          status('jane-doe', {
            condition: 'failing',
            detail: text('its last 3 runs failed: 503'),
            kind: 'authors',
          }),
          status('breaches', {
            condition: 'slowed',
            detail: text('it runs hourly only: the plan is short'),
            kind: 'events',
          }),
          status('sector-cuts', {
            condition: 'new',
            lastRunAt: undefined,
            coveredUntil: undefined,
            kind: 'extraction',
          }),
        ],
        incidents: [incident],
        dead: [{ message, delivery: { ...delivery, state: 'dead', error: text('no such topic') } }],
        mutes: { alerts: 3, inForce: [{ silence, alerts: 3 }] },
        overruled: [text('acme-news exclude.phrases: + job ad by Ann')],
        usage: [
          { service: 'news', calls: 20_130, credits: 0 },
          { service: 'extraction', calls: 311, credits: 840 },
        ],
      },
      desk,
    ),
    '/u/link/press-team~ses': htmlPages.unsubscribe({
      channel: text('press-team'),
      address: text('p…@acme.example'),
      timezone: 'Europe/Paris',
      done: 'undone',
    }),
    '/d/link/press-team~email': htmlPages.drill({
      channel: text('press-team'),
      by: 'email',
      beganAt: NOON,
      timezone: 'Europe/Paris',
      confirmed: 0,
      token: 't',
    }),
    '/q/link/press-team': htmlPages.actions({
      alert,
      lane: text('press-team'),
      receipt: '/r/receipt',
      timezone: 'Europe/Paris',
      forms: [aForm('acknowledge'), aForm('not-relevant'), aForm('less-outlet')],
      taken: receipt.actions.map((action) => ({ action, undo: aForm(action.kind, true) })),
      done: { kind: 'mute-story', isUndone: false },
      proposed,
    }),
    '/i/token/watches/acme-news': htmlPages.watch(
      {
        watch,
        status: status('acme-news', {}),
        readers: { actions: receipt.actions, proposed },
        windows: Array.from({ length: 20 }, (_, n) =>
          n % 3 === 0 ? window : { ...window, state: 'open' as const, cut: true, error: text('503') },
        ),
        findings: Array.from({ length: 24 }, (_, n) => n).map((n) =>
          aStoredFinding(n, {
            finding: item(n),
            verdict: n > 1 ? { silent: 'same-story' } : { notified: 'x' },
          }),
        ),
        quarantine: Array.from({ length: 10 }, (_, n) => ({
          watchId: 'acme-news',
          id: `q${n}`,
          service: 'news' as const,
          reason: text('It cannot be stored: 1e300'),
          raw: text('{"rank": 1e300}'),
          cutFrom: 20_000,
          times: 3,
          firstAt: NOON - HOUR,
          lastAt: NOON,
          expiresAt: NOON + HOUR,
        })),
      },
      desk,
    ),
    '/i/token/briefs/press-team': htmlPages.brief(
      {
        channel: 'press-team',
        dueAt: NOON + DAY,
        timezone: 'Europe/Paris',
        stories: 90,
        entries: Array.from({ length: 60 }, (_, n) => ({
          alert: { ...alert, id: `waiting-${n}`, items: [item(n)] },
          state: states[n % states.length]!,
        })),
        count: 120,
      },
      desk,
    ),
    '/i/token/messages/m': htmlPages.message({ message, delivery }, desk),
    '/i/token/stories': htmlPages.stories(
      {
        day: '2026-11-20',
        page: 2,
        cut: true,
        count: 250,
        isPart: true,
        entries: [
          ...Array.from({ length: 15 }, (_, m) => ({
            story: { ...receipt.story!, id: `s${m}` },
            articles: [1, 2].map(listed),
          })),
          { story: { ...receipt.story!, id: 'other' }, articles: [] },
        ],
      },
      desk,
    ),
    '/i/token/stories/s1': htmlPages.story(
      { ...exampleStory({ text, item, alert, story: receipt.story! }), orders: storyOrdersWith(text) },
      desk,
    ),
    '/i/token/stories/s1/copies/f': htmlPages.storyCopies(
      {
        story: receipt.story!,
        article: listed(1),
        count: 120,
        copies: Array.from({ length: 50 }, (_, n) => listed(n)),
        folded: '/i/token/stories/s1?after=1~f',
        part: 2,
        parts: 3,
      },
      desk,
    ),
    '/i/token/extractions': htmlPages.extractions(
      {
        day: '2026-11-20',
        page: 1,
        cut: false,
        entries: [
          anExtraction({
            state: 'working',
            upstreamState: text('analyzing'),
            upstreamId: text('job-1'),
            sentAt: NOON,
            workingSince: NOON,
          }),
          anExtraction({ id: 'e2', state: 'failed', error: text('no credits'), endedAt: NOON + HOUR }),
        ],
      },
      desk,
    ),
    '/i/token/reports': htmlPages.reports(
      {
        page: 2,
        more: true,
        entries: [1, 2].map((n) => ({
          record: aRecord({
            id: `report${n}`,
            title: text('Acme in the news'),
            headline: text('312 articles about Acme Corp, 14% more than in the 7 days before (274).'),
          }),
          path: '/p/token',
        })),
      },
      desk,
    ),
    '/p/token/findings': htmlPages.rows({
      record: aRecord({ title: text('Acme in the news') }),
      query: {
        days: 'before',
        outlet: text('lyon-daily.example'),
        story: text('story-1'),
        span: { first: '2026-11-02', last: '2026-11-08', timezone: 'Europe/Paris' },
      },
      rows: [1, 2, 3].map((n) => aStoredFinding(n, { finding: item(n) })),
      looked: 4_000,
      report: '/p/token',
      next: '/p/token/findings?days=before&after=x',
    }),
    '/i/token/search': htmlPages.search(exampleSearch({ text, item, alert, story: receipt.story! }), desk),
    '/i/token/nothing': htmlPages.missing(desk),
  };
}

/** What people have ordered about a story, of each kind and in each state. */
function storyOrdersWith(text: (plain: string) => string): StoryOrdersView {
  const order = {
    space: 'brand.acme.normal',
    key: 'a',
    story: 's1',
    at: NOON,
    revision: 1,
    expiresAt: NOON + DAY,
  };
  const article = text('fingerprint-1').slice(0, 64);
  const split = { ...order, kind: 'split', article, made: 's3' } as const;
  return {
    tokens: { split: 'a', mute: 'c', undo: 'd' },
    muted: false,
    mutes: ['press-team'],
    notice: { is: 'given', kind: 'split' },
    given: [
      { order: split, title: text('Acme opens a plant') },
      { order: { ...split, result: 'done' } },
      { order: { ...split, result: 'done', undoneAt: NOON + HOUR } },
      { order: { ...split, result: 'gone' } },
      { order: { ...order, kind: 'mute', silenceId: 's', mutedUntil: NOON + DAY } },
    ],
  };
}
