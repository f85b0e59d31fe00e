import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import type { ActionForm, Receipt } from '../../../../shared/domain/pages/receipt.ts';
import { aFinding, aMessage, anAlert, aStoredFinding, aWatch, NOON } from '../../../ports/examples.ts';

/** Hostile text: markup, marks that change the writing direction, and great length. */
const HOSTILE = [
  `<img src=x onerror="document.title='owned'">`,
  `<script>document.title='owned'</script>`,
  `"><svg/onload=document.title='owned'>`,
  `' onmouseover='document.title="owned"' x='`,
  '\u202Egnp.exe\u2066\u0000\u0007]]>--></style></title>',
  `</pre></textarea><iframe src="https://evil.example"></iframe>`,
  'x'.repeat(50_000),
  'مرحبا بالعالم 👩‍👩‍👧 日本語のとても長い見出しがここにあります',
].join(' ');

const HOSTILE_LINKS = [
  'javascript:document.title="owned"',
  'data:text/html,<script>1</script>',
  'https://user:x@evil.example/"><b>',
];

const headline = 'Acme Corp recalls 4,000 industrial pumps after a fire in a plant near Lyon';
const snippet =
  'Acme Corp said on Friday that it recalls 4,000 pumps of its X series. A fire broke out in a plant near Lyon on Tuesday; nobody was hurt. “We ask our customers to stop using them at once,” a spokeswoman said.';

/** A form of a page. */
export const aForm = (kind: ActionForm['kind'], isUndone = false): ActionForm => ({
  kind,
  isUndone,
  lane: 'press-team',
  path: '/q/link/press-team',
  token: 'token',
});

/** The receipt of an alert with all that belongs to it; with hostile text wherever text comes from outside. */
export function exampleReceipt(hostile: boolean) {
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
        `${headline}\nLyon Daily, FR\n\n--\nYou receive this because watch acme-news alerts channel press-team.`,
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
    alert: {
      ...alert,
      discovery: {
        window: { from: window.from, to: window.to },
        run: { id: text('run-1'), track: 'live', scheduledFor: NOON },
        requestId: window.correlationId,
        hits: 41,
      },
    },
    state: { state: 'notified', messageId: message.id },
    path: '/r/receipt',
    actions: [
      {
        kind: 'mute-story',
        watchId: watch.id,
        alertId: alert.id,
        lane: 'press-team',
        domain: text('news.example'),
        at: NOON,
        mutedUntil: NOON + 30 * 24 * 60 * MINUTE,
        expiresAt: NOON + 400 * 24 * 60 * MINUTE,
      },
    ],
    actionsPath: '/q/link/press-team',
    timezone: 'Europe/Paris',
    watch,
    others: [],
    findings: [aStoredFinding(1, { finding: item(1), foundAt: NOON })],
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
    delivered: { message, delivery },
    silences: [],
    forms: [aForm('mute-watch'), aForm('not-relevant')],
  };
  const silence = {
    id: 'silence12345',
    matchers: { watch: [watch.id] },
    by: { from: 'message' as const, alert },
    owner: 'reader',
    reason: text('muted on a receipt'),
    startsAt: NOON,
    endsAt: NOON + DAY,
  };
  return { text, item, message, delivery, window, receipt, silence };
}
