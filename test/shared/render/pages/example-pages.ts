import type { HttpAnswer } from '../../../../shared/domain/pages/http-exchange.ts';
import type { Desk } from '../../../../shared/domain/pages/inbox.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { muteForms } from '../../../../shared/domain/pages/mute-link.ts';
import type { Receipt } from '../../../../shared/domain/pages/receipt.ts';
import { receiptIdOf } from '../../../../shared/domain/pages/signed-link.ts';
import { htmlPages } from '../../../../shared/render/pages/html-pages.ts';
import { aFinding, aMessage, anAlert, aStoredFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { anExtraction } from '../../../ports/extraction-examples.ts';
import { aRecord } from '../../../ports/report-examples.ts';

/** What the news can bring: markup, addresses that run, marks that turn the writing direction, and length. */
export const HOSTILE = [
  `<img src=x onerror="document.title='owned'">`,
  `<script>document.title='owned'</script>`,
  `"><svg/onload=document.title='owned'>`,
  `' onmouseover='document.title="owned"' x='`,
  '\u202Egnp.exe\u2066\u0000\u0007]]>--></style></title>',
  `</pre></textarea><iframe src="https://evil.example"></iframe>`,
  'x'.repeat(50_000),
  'مرحبا بالعالم 👩‍👩‍👧 日本語のとても長い見出しがここにあります',
].join(' ');

export const HOSTILE_LINKS = [
  'javascript:document.title="owned"',
  'data:text/html,<script>1</script>',
  'https://user:x@evil.example/"><b>',
];

const desk: Desk = { root: '/i/token', timezone: 'Europe/Paris', now: NOON + HOUR, until: NOON + 2 * HOUR };
const headline = 'Acme Corp recalls 4,000 industrial pumps after a fire in a plant near Lyon';
const snippet =
  'Acme Corp said on Friday that it recalls 4,000 pumps of its X series. A fire broke out in a plant near Lyon on Tuesday; nobody was hurt. “We ask our customers to stop using them at once,” a spokeswoman said.';

/** Every page as it is in everyday use, or with hostile text in every place that text comes from outside. */
export function examplePages(hostile = false): Record<string, HttpAnswer> {
  const text = (plain: string) => (hostile ? HOSTILE : plain);
  const link = (n: number) =>
    hostile ? HOSTILE_LINKS[n % HOSTILE_LINKS.length]! : `https://news.example/${n}`;
  const outlet = {
    domain: text('lyon-daily.example'),
    name: text('Lyon Daily'),
    country: text('FR'),
    rank: 1_840,
  };
  const item = (n: number) =>
    aFinding(n, {
      title: text(headline),
      link: link(n),
      snippet: text(snippet),
      outlet,
      matched: [text('Acme Corp'), text('recalls')],
    });
  const watch = aWatch({ query: { q: text('"Acme Corp" AND (recall* OR fire)'), lang: ['en', 'fr'] } });
  const alert = anAlert(1, {
    id: 'AbCdEfGhIjKlMnOpQrSt',
    createdAt: NOON,
    occasion: { type: 'story' },
    items: [item(1)],
    story: {
      id: 'story-1',
      articles: 23,
      outlets: 19,
      countries: 4,
      bestRank: 1_840,
      sentiment: -0.41,
      silent: {
        count: 22,
        shown: [2, 3, 4].map((n) => ({ title: text(headline), link: link(n), domain: text('wire.example') })),
      },
    },
  });
  const message = aMessage(1, {
    id: 'MeSsAgEiD',
    texts: {
      subject: text(`acme-news: ${headline}`),
      email: text(
        `${headline}\nLyon Daily, FR\n\n--\nYou get this because the watch acme-news tells press-team.`,
      ),
      sms: text(`acme-news: ${headline}`),
      json: JSON.stringify({ v: 1, title: text(headline) }),
    },
  });
  const delivery = {
    state: 'accepted',
    tries: 1,
    retryAt: NOON,
    receipt: text('95df01b4-ee98-5cb9-9903-4c221d41eb5e'),
  } as const;
  const window = {
    watchId: watch.id,
    from: NOON - 75 * MINUTE,
    to: NOON,
    state: 'done',
    cut: false,
    late: false,
    matched: 41,
    found: 23,
    calls: 2,
    failures: 0,
    correlationId: text('c7e1a9'),
  } as const;
  const receipt: Receipt = {
    alert,
    state: { state: 'told', messageId: message.id },
    timezone: 'Europe/Paris',
    watch,
    findings: [aStoredFinding(1, { finding: item(1), foundAt: NOON })],
    windows: [window],
    story: {
      id: 'story-1',
      title: text(headline),
      members: Array.from({ length: 31 }, (_, n) => `article-${n}`),
      outlets: [text('lyon-daily.example'), 'wire.example', 'le-quotidien.example'],
      countries: ['FR', 'GB'],
      bestRank: 410,
      sentiment: -0.38,
      firstAt: NOON - HOUR,
      lastAt: NOON + HOUR,
    },
    told: { message, delivery },
    silences: [],
    forms: muteForms(alert, { receiptId: receiptIdOf(alert), keys: ['key'], now: NOON }),
    now: NOON + HOUR,
  };
  const silence = {
    id: 'silence12345',
    matchers: { watch: [watch.id] },
    owner: 'receipt',
    reason: text('muted on a receipt'),
    startsAt: NOON,
    endsAt: NOON + DAY,
  };
  const status = (id: string, more: object) => ({
    id,
    kind: 'search' as const,
    condition: 'ok' as const,
    lastRunAt: NOON + 50 * MINUTE,
    coveredUntil: NOON + 50 * MINUTE,
    nextRunAt: NOON + 65 * MINUTE,
    month: { runs: 1_920, calls: 2_013, found: 412 },
    ...more,
  });
  const incident = {
    subject: 'x',
    kind: 'failing',
    since: NOON,
    text: text('The watch jane-doe has failed 3 times in a row.'),
  } as const;
  const states = [
    { state: 'told', messageId: message.id },
    { state: 'pending', dueAt: NOON + 7 * HOUR, heldFor: 'quiet-hours' },
    { state: 'silenced', silenceId: 's', reason: text('a fair') },
    { state: 'dropped', reason: text('its watch is gone') },
  ] as const;
  return {
    '/': htmlPages.welcome(),
    '/refusal': htmlPages.refusal(),
    '/form': htmlPages.refusedForm(),
    '/receipt': htmlPages.receipt(receipt),
    '/receipt-held': htmlPages.receipt({ ...receipt, state: states[1], silences: [silence] }),
    '/muted': htmlPages.muted(silence, receipt),
    '/i/token': htmlPages.status(
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
        troubles: [incident],
        dead: [{ message, delivery: { ...delivery, state: 'dead', error: text('no such topic') } }],
      },
      desk,
    ),
    '/i/token/watches/acme-news': htmlPages.watch(
      {
        watch,
        status: status('acme-news', {}),
        windows: [window, { ...window, state: 'open', cut: true, error: text('503') }],
        findings: [1, 2, 3].map((n) =>
          aStoredFinding(n, { finding: item(n), verdict: n > 1 ? { silent: 'same-story' } : { told: 'x' } }),
        ),
      },
      desk,
    ),
    '/i/token/alerts': htmlPages.alerts(
      { day: '2026-11-20', page: 2, cut: true, entries: states.map((state) => ({ alert, state })) },
      desk,
    ),
    '/i/token/messages/m': htmlPages.message({ message, delivery }, desk),
    '/i/token/stories': htmlPages.stories(
      {
        day: '2026-11-20',
        page: 1,
        cut: false,
        entries: [
          { story: receipt.story!, articles: [1, 2].map((n) => aStoredFinding(n, { finding: item(n) })) },
          { story: { ...receipt.story!, id: 's2' }, articles: [] },
        ],
      },
      desk,
    ),
    '/i/token/stories/s1': htmlPages.story(
      { story: receipt.story!, articles: [1, 2].map((n) => aStoredFinding(n, { finding: item(n) })) },
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
    '/i/token/no-reports': htmlPages.reports({ page: 1, more: false, entries: [] }, desk),
    '/i/token/nothing': htmlPages.missing(desk),
  };
}
