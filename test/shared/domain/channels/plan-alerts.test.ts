import { describe, expect, it } from 'vitest';
import { findingAlertId } from '../../../../shared/domain/alerts/alert.ts';
import { planAlerts } from '../../../../shared/domain/channels/plan-alerts.ts';
import { storyAlertId } from '../../../../shared/domain/channels/story-alerts.ts';
import { noticeOf, withNotices } from '../../../../shared/domain/channels/story-notices.ts';
import type { Channel } from '../../../../shared/domain/channels/channel.ts';
import type { Finding, StoredFinding, Verdict } from '../../../../shared/domain/findings/finding.ts';
import { addToStory, openStories } from '../../../../shared/domain/stories/open-stories.ts';
import { articleOf, emptyStory, withArticle } from '../../../../shared/domain/stories/open-story.ts';
import { storyArticleOf, storyOfRecord } from '../../../../shared/domain/stories/story.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../../shared/domain/watches/watch.ts';
import { aChannel, aFinding, aStoredFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { aStoryRecord } from '../../../ports/story-examples.ts';

const STORY = { when: 'story', channel: 'press-team' } as const;
const OPEN = aChannel();
const STRICT = aChannel({ name: 'strict', minSeverity: 'critical' });

/** What a watch plans about one finding that is a story, and the story with that noted. */
function planned(
  watch: Watch,
  channels: readonly Channel[],
  {
    verdict,
    story,
    open,
  }: {
    verdict?: Verdict;
    story?: ReturnType<typeof aStoryRecord>;
    open?: ReturnType<typeof openStories>;
  } = {},
) {
  const member = { ...aStoredFinding(1), ...(verdict && { verdict }) };
  const articles = [storyArticleOf(member.finding)];
  const group = { story: story ?? aStoryRecord('one', { articles }), members: [member] };
  const homes = new Map([[member.finding.fingerprint, { id: group.story.id }]]);
  const opened =
    open ?? openStories([withArticle(emptyStory(group.story.id, NOON), articleOf(member.finding))]);
  const decision = planAlerts(watch, {
    groups: [group],
    homes,
    open: opened,
    channels,
    firstValues: new Map(),
  });
  return {
    verdict: decision.findings[0]?.verdict,
    alerts: decision.alerts.map((alert) =>
      alert.about === 'story' || alert.about === 'climb' ? `${alert.about} ${alert.channel}` : alert.about,
    ),
    story: withNotices(watch, group, { decision, channels }),
    open: opened,
  };
}

it('a finding is notified of if one lane of one channel accepts its alert, else the first channel says why', () => {
  const slack = { channel: '#press', tokenSecret: 'SLACK_TOKEN' };
  const pagerduty = { keySecret: 'PAGER_KEY', minSeverity: 'critical' } as const;
  const paged = aChannel({ email: [], sms: [], transports: { pagerduty } });
  const both = aChannel({ email: [], sms: [], transports: { pagerduty, slack } });
  const watch = aWatch({ severity: 'warning', alert: { when: 'finding', channel: 'press-team' } });
  const notified = { notified: findingAlertId(watch, aStoredFinding(1).finding.fingerprint) };
  const verdictsOn = (...channels: readonly Channel[]) => planned(watch, channels).verdict;
  expect([verdictsOn(STRICT), verdictsOn(paged), verdictsOn(both), verdictsOn(STRICT, both)]).toEqual([
    { silent: 'below-severity' },
    { silent: 'below-severity' },
    notified,
    notified,
  ]);
  const other = aChannel({ name: 'other', companies: ['Globex'] });
  expect(verdictsOn(other)).toEqual({ silent: 'other-company' });
});

describe('a story', () => {
  const watch = aWatch({ severity: 'warning', brand: 'acme', alert: STORY });

  it('is new to each channel that accepts it, and known to it then, also for another watch of the brand', () => {
    const first = planned(watch, [STRICT, OPEN]);
    expect(first.alerts).toEqual(['story press-team']);
    const story = storyOfRecord(first.story);
    expect(first.verdict).toEqual({ notified: storyAlertId(watch, { channel: 'press-team', story }) });
    const other = aWatch({ id: 'other', severity: 'warning', brand: 'acme', alert: STORY });
    const again = planned(other, [OPEN], { story: first.story });
    expect([again.alerts, again.verdict]).toEqual([[], { silent: 'same-story' }]);
    expect(noticeOf(again.story, other, OPEN)?.watches).toEqual(['acme-news', 'other']);
  });

  it('is noted once, however often what was decided is carried out', () => {
    const { story } = planned(watch, [OPEN]);
    const member = aStoredFinding(1);
    const decision = {
      findings: [],
      alerts: [
        {
          about: 'story' as const,
          channel: 'press-team',
          fingerprint: member.finding.fingerprint,
          severity: 'warning' as const,
          by: [],
        },
      ],
    };
    expect(withNotices(watch, { story, members: [member] }, { decision, channels: [OPEN] })).toEqual(story);
  });
});

describe('what follows in a story', () => {
  const watch = aWatch({ severity: 'warning', brand: 'acme', alert: STORY });
  const HOURS = [0, 5, 6, 7, 8, 9];
  const TITLES = [
    'Kelvarra recalls 12,000 scooters after battery fires',
    'Kelvarra chief resigns over burning batteries',
    'Regulator orders Kelvarra to stop production',
    'Kelvarra scooters: Berlin prosecutors search headquarters',
    'Kelvarra batteries came from supplier Voltrion',
    'Kelvarra shareholders demand special audit',
  ];
  const reports = (changes: Partial<Finding> = {}) =>
    TITLES.map((title, n) =>
      aStoredFinding(n, {
        finding: aFinding(n, {
          title,
          snippet: '',
          indexedAt: NOON + (HOURS[n] ?? 0) * HOUR,
          outlet: { domain: `outlet-${n}.example`, rank: 20 },
          ...changes,
        }),
      }),
    );

  /** What is planned when each of some findings of one story is a part of its own. */
  function followed(found: readonly StoredFinding[], of: Watch = watch, channel: Channel = OPEN) {
    let story = aStoryRecord('one', { articles: [] });
    const open = openStories([]);
    return found.flatMap((member) => {
      addToStory(open, articleOf(member.finding), { id: story.id });
      story = { ...story, articles: [...story.articles, storyArticleOf(member.finding)] };
      const group = { story, members: [member] };
      const given = {
        homes: new Map(),
        open,
        channels: [channel],
        firstValues: new Map(),
      };
      const decision = planAlerts(of, { ...given, groups: [group] });
      story = withNotices(of, group, { decision, channels: [channel] });
      const [first] = decision.findings;
      const silent = first && 'silent' in first.verdict ? first.verdict.silent : undefined;
      return decision.alerts.length === 0
        ? [silent]
        : decision.alerts.map((alert) =>
            alert.about === 'development'
              ? `${alert.fresh.join(' ')}${alert.later ? ', later' : ''}`
              : alert.about,
          );
    });
  }

  it('is sent as it is new, three times on a day, and then for later unless it is critical', () => {
    const told = followed(reports());
    expect(told.slice(0, 2)).toEqual(['story', 'chief resigns burning']);
    expect(told.map((one) => one?.endsWith(', later'))).toEqual([false, false, false, false, true, true]);
    const critical = followed(reports(), { ...watch, severity: 'critical' });
    expect(critical.some((one) => one?.endsWith(', later'))).toBe(false);
  });

  it('waits for another outlet where its own has no rank, and is not sent where the watch wants none', () => {
    const unranked = (n: number) => ({ outlet: { domain: `outlet-${n}.example` } });
    const [recall, resigns] = reports().map((one, n) => ({
      ...one,
      finding: { ...one.finding, ...unranked(n) },
    }));
    const confirming = aStoredFinding(9, {
      finding: {
        ...resigns!.finding,
        fingerprint: 'confirming',
        title: 'Head of Kelvarra resigns',
        indexedAt: resigns!.finding.indexedAt + 9 * MINUTE,
        ...unranked(9),
      },
    });
    const found = [recall!, resigns!, confirming];
    expect(followed(found)).toEqual(['story', 'unconfirmed', 'resigns']);
    const off = { ...watch, alert: { ...STORY, developments: 'off' } } as const;
    expect(followed(found, off)).toEqual(['story', 'unconfirmed', 'same-story']);
    const atOnce = { ...watch, alert: { ...STORY, developments: 'at-once' } } as const;
    expect(followed(found, atOnce).slice(0, 2)).toEqual(['story', 'chief resigns burning']);
  });

  it('is led by the earliest report, however many others came in the same part', () => {
    const [first] = reports();
    const opinions = Array.from({ length: 20 }, (_, n) =>
      aStoredFinding(n + 10, {
        finding: {
          ...first!.finding,
          fingerprint: `opinion-${n}`,
          indexedAt: NOON + n * MINUTE,
          marks: ['opinion'],
        },
      }),
    );
    const members = [first!, ...opinions];
    const open = openStories([]);
    for (const { finding } of members) addToStory(open, articleOf(finding), { id: 'one' });
    const group = { story: aStoryRecord('one'), members };
    const given = { homes: new Map(), open, channels: [OPEN], firstValues: new Map() };
    const { alerts } = planAlerts(watch, { ...given, groups: [group] });
    expect(alerts).toMatchObject([{ about: 'story', fingerprint: first!.finding.fingerprint }]);
  });

  it('five days after what was sent is sent as new in the story, and not under the id of its first alert', () => {
    const [recall, resigns] = reports({ outlet: { domain: 'unranked.example' } });
    const late = { ...resigns!, finding: { ...resigns!.finding, indexedAt: NOON + 5 * DAY } };
    expect(followed([recall!, late])).toEqual(['story', 'chief resigns burning']);
  });

  it('in a story that was closed is compared with the copy that has opened it again', () => {
    const [recall, resigns] = reports();
    const { story } = planned(watch, [OPEN], { story: aStoryRecord('one') });
    const open = openStories([]);
    const tell = (member: StoredFinding) => {
      addToStory(open, articleOf(member.finding), { id: story.id });
      const given = { homes: new Map(), open, channels: [OPEN], firstValues: new Map() };
      return planAlerts(watch, { ...given, groups: [{ story, members: [member] }] }).alerts;
    };
    expect(tell(recall!)).toEqual([]);
    expect(tell(resigns!)).toMatchObject([{ about: 'development' }]);
  });
});
