import type { Store } from '../../shared/store/open-store.ts';
import { DAY, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import { articleOf, emptyStory, withArticle, withNotified } from '../../shared/domain/stories/open-story.ts';
import { newStoryOrder } from '../../shared/domain/pages/story-order.ts';
import { newMonitor, newWatchlist } from '../../shared/domain/upstream/upstream-resource.ts';
import {
  aChannel,
  aDrill,
  aFinding,
  aMessage,
  anAlert,
  aReportPlan,
  aStoredFinding,
  aStoryAlert,
  aWatch,
  NOON,
} from '../ports/examples.ts';
import { anExtraction } from '../ports/extraction-examples.ts';
import { aRecord } from '../ports/report-examples.ts';
import { storeFindings } from '../store/store-findings.ts';

const END = NOON + 400 * DAY;
const watchId = 'acme-news';

const watch = aWatch({
  query: { q: 'Acme', lang: ['en', 'fr'], word_count_min: 80, ranked_only: false },
  firstRun: 'silent',
  brand: 'acme',
  brandName: 'Acme Corp',
  severity: 'info',
  raise: [
    { to: 'warning', outlets: 3, countries: 2 },
    { to: 'critical', where: { number_of_people_laid_off: { gte: 500 }, company_name: ['Acme'] } },
  ],
  alert: { when: 'story', channel: 'press-team', channels: ['press-team', 'duty'] },
  exclude: { domains: ['spam.example'], phrases: ['acme comics'] },
  prices: { perRecord: 10, perLiteJob: 100 },
  watchlist: 'suppliers',
});
const channel = aChannel({
  sms: ['+33600000000'],
  companies: ['Acme Corp'],
  quietHours: { from: '22:00', to: '07:00', except: 'critical' },
  brief: 'cron(0 8 ? * MON-FRI *)',
  now: 'warning',
  grouping: { by: ['story'], wait: 30_000, interval: 5 * MINUTE, repeat: DAY },
  transports: {
    ses: { from: 'news@acme.example', to: ['board@acme.example'], minSeverity: 'warning' },
    slack: { channel: '#press', tokenSecret: 'SLACK_TOKEN' },
  },
});
const article = aFinding(1, {
  sentiment: { title: -0.25, content: 0.5 },
  excludedBy: 'acme comics',
  duplicateGroup: 'group-1',
  companies: ['Acme Corp'],
});
const event = aFinding(2, {
  service: 'events',
  type: 'event',
  articles: [{ title: 'Acme hit by a breach', link: 'https://news.example/2', publishedAt: NOON - DAY }],
  articleCount: 12,
  contentHash: 'a-hash',
  facts: { company: 'Acme', impacted: '40000' },
  entities: [{ name: 'Acme Corp', key: 'S-1042', score: 9 }],
});
const space = 'brand.acme.normal';
const story = {
  id: 'story-1',
  space,
  title: article.title,
  madeAt: NOON,
  seenAt: NOON,
  expiresAt: END,
  articles: [
    { fingerprint: article.fingerprint, at: NOON, domain: 'news.example', country: 'US', rank: 900 },
  ],
  watches: [watchId],
  notices: {
    'press-team': { severity: 'info', at: NOON, alerts: ['alert-00001'], watches: [watchId] },
  },
} as const;
const openStory = withNotified(withArticle(emptyStory('story-1', NOON), articleOf(article)), 'press-team', {
  severity: 'info',
  at: NOON,
});
const counts = {
  watchId,
  policy: 'a-policy',
  since: NOON - DAY,
  until: NOON,
  readAt: NOON,
  hours: [{ at: NOON - HOUR, articles: 3, stories: 2, scored: 1, sentimentSum: -0.5, latest: NOON - MINUTE }],
  recent: [{ story: 'story-1', at: NOON - HOUR }],
  episode: { at: NOON - HOUR, last: NOON - HOUR },
  detections: [{ at: NOON - HOUR, detection: { text: 'Far more than usual.', figures: { factor: 3 } } }],
};
const rollup = {
  day: '2026-11-19',
  foundDay: '2026-11-20',
  rollup: {
    articles: 1,
    events: 0,
    records: 0,
    excluded: 0,
    reach: [1, 0, 0, 0],
    outlets: { 'news.example': { count: 1, country: 'US', rank: 1_000 } },
    authors: { 'Jane Doe': 1 },
    countries: { US: 1 },
    languages: { en: 1 },
    stories: { 'story-1': 1 },
    large: {},
    examples: [],
    items: [],
  },
};

/** Writes one of each thing that is stored. */
export async function putExamples(store: Store): Promise<void> {
  await store.definitions.putWatch(watch);
  await store.definitions.putChannel(channel);
  await store.watchlists.put({
    name: 'suppliers',
    companies: [{ key: 'S-1042', name: 'Initech', alternativeNames: [], keyPersons: [] }],
  });
  await store.removedWatches.note({
    watchId: 'old-news',
    retention: DAY,
    removedAt: NOON,
    expiresAt: NOON + DAY,
  });

  const lease = { owner: 'run-1', until: NOON + 5 * MINUTE };
  const state = await store.states.acquire({ watchId, track: 'live' }, lease, NOON);
  await store.states.save(state!, { set: { coveredUntil: NOON, incidents: ['watch:acme-news:failing'] } });
  const window = { watchId, cut: false, late: false, matched: 7, found: 5, calls: 2, failures: 0 };
  await store.windows.put({ ...window, from: NOON - HOUR, to: NOON, state: 'done' });
  await store.windows.put({ ...window, from: NOON, to: NOON + HOUR, state: 'open', retryAt: NOON });
  await store.hourlyCounts.put(counts, undefined);
  await store.seenValues.isFirst({
    watchId,
    of: 'outlet',
    value: 'news.example',
    fingerprint: article.fingerprint,
    now: NOON,
    until: END,
  });
  await store.expectedRuns.put({ watchId, timetable: 'news rate(15 minutes)', after: NOON });

  await store.seenValues.noteLearned(watchId, 'outlet');
  const decided = { story: 'story-1', verdict: { notified: 'alert-00001' }, joined: { by: 'copy' } } as const;
  await storeFindings(store, [aStoredFinding(1, { finding: article, ...decided })]);
  await storeFindings(store, [aStoredFinding(2, { finding: event })]);
  const waits = { space, watchId, rank: 'live', since: NOON } as const;
  await store.spaces.acquire(space, lease, NOON);
  await store.spaces.wait([
    { kind: 'part', part: 'a-part', ...waits },
    { kind: 'changes', fingerprints: ['article-00002'], ...waits },
    { kind: 'hours', until: NOON, ...waits },
    { kind: 'split', order: 'split#article-00001', ...waits },
  ]);
  const times = { times: 1, firstAt: NOON, lastAt: NOON, expiresAt: END };
  await store.quarantine.put({
    watchId,
    id: 'item-1',
    service: 'news',
    reason: 'No id.',
    raw: '{}',
    ...times,
  });
  const keys = [{ key: 'x1a2b', story: 'story-1', until: END }];
  await store.stories.write(space, { records: [story], keys, open: [openStory] });
  const ordered = { space, story: 'story-1', at: NOON } as const;
  await store.storyOrders.put(newStoryOrder({ kind: 'mute', silenceId: 'silence-1', ...ordered }));
  await store.storyOrders.put(newStoryOrder({ kind: 'split', article: article.fingerprint, ...ordered }));

  await store.alerts.put(aStoryAlert(1), { dueAt: NOON });
  await store.alerts.put(anAlert(2, { id: 'alert200000000000000' }), {
    dueAt: NOON + HOUR,
    heldFor: 'brief',
  });
  const listed = { ...aMessage(1), sms: { parts: 1, numbers: 2, cost: 0.14 } };
  await store.messages.put(listed);
  await store.messages.put(aMessage(2));
  const stored = await store.messages.get('message-1');
  await store.messages.move(stored!, { state: 'accepted', tries: 1, retryAt: NOON, snsMessageId: 'sns-1' });
  await store.gate.enter('press-team', lease, NOON);
  await store.gate.note('press-team', lease, [NOON]);
  await store.cooldowns.note('press-team', { topic: 'topic-1', at: NOON, until: END });
  await store.channelStories.note('press-team', {
    messageId: 'message-1',
    at: NOON,
    until: END,
    stories: [
      {
        alertIds: ['alert-00001'],
        watches: [watchId],
        spaces: [`watch.${watchId}`],
        severity: 'warning',
        protocols: ['email'],
        keys: [article.fingerprint],
      },
    ],
  });

  const silence = { owner: 'jane', reason: 'figures', startsAt: NOON, endsAt: NOON + HOUR };
  await store.silences.put({ id: 'silence-1', matchers: { watch: [watchId] }, ...silence });
  const by = { from: 'message', alert: { id: 'alert-1', createdAt: NOON, channel: 'press-team' } } as const;
  const step = { step: 0, sentAt: NOON, dueAt: NOON + HOUR, expiresAt: NOON + DAY };
  await store.escalations.put({ alertId: 'alert-1', channel: 'press-team', ...step });
  await store.muteNotes.put('press-team', {
    id: 'silence-2',
    matchers: { story: ['story-1'] },
    by,
    ...silence,
  });
  await store.readerActions.put({
    kind: 'acknowledge',
    watchId,
    alertId: 'alert-00001',
    lane: 'press-team~slack',
    at: NOON,
    expiresAt: END,
  });
  await store.unsubscriptions.put({ lane: 'press-team~ses', recipient: 'AbCdEfGhIj', at: NOON });
  await store.apiKeys.put({
    id: 'Ab1Ab1Ab1A',
    name: 'dashboard',
    role: 'reader',
    brands: ['acme'],
    hash: 'h'.repeat(40),
    perMinute: 120,
    madeAt: NOON,
    minute: 0,
    left: 0,
  });
  await store.drills.put(aDrill('drill00001'));
  await store.incidents.raise({ subject: 'watch:acme-news:key', kind: 'key', since: NOON, text: 'The key.' });
  await store.budgets.put({ service: 'news', askedAt: NOON });
  await store.pauses.put('news', { since: NOON, times: 2, until: NOON + 60_000 });
  await store.leases.take('apply-watches', lease, NOON);
  await store.subscriptionRecords.put({
    protocol: 'email',
    endpoint: 'press@acme.example',
    channels: ['press-team'],
    askedAt: NOON,
  });

  await store.extractions.put(anExtraction());
  await store.extractions.claim('upstream-1', { extractionId: 'extraction-1', expiresAt: END });
  await store.recordKeys.claim(watchId, {
    id: 'mark-1',
    fingerprint: 'record-1',
    extractionId: 'extraction-1',
    expiresAt: END,
  });
  await store.collectedRuns.note({ watchId, jobId: 'job-1', takenAt: NOON, isPulled: true, expiresAt: END });
  await store.resources.write({ ...newMonitor('breaches'), secrets: ['hash'] });
  await store.resources.write({
    ...newWatchlist('suppliers'),
    members: { 'S-1042': { id: 'e1', hash: 'h' } },
  });

  await store.reportPlans.putPlan(aReportPlan());
  await store.reportRecords.put(aRecord());
  const scope = { brand: 'acme', timezone: 'Europe/Paris' };
  await store.rollups.put(scope, rollup as never, END);
  await store.rollups.mark(scope, { foundDay: '2026-11-20', watches: [watchId], days: ['2026-11-19'] }, END);
  await store.nameCounts.put('a-key', {
    window: { from: NOON - DAY, to: NOON },
    articles: { acme: 12 },
    calls: 4,
    expiresAt: END,
  });
  await store.sharedFeeds.put({
    id: 'AbCdEfGhIj',
    of: 'watch',
    name: watchId,
    entries: 'stories',
    madeAt: NOON,
    revokedAt: NOON + HOUR,
  });
}
