import { describe, expect, it } from 'vitest';
import { findingAlertId } from '../../../../shared/domain/alerts/alert.ts';
import {
  noticeOf,
  planAlerts,
  storyAlertId,
  withNotices,
} from '../../../../shared/domain/channels/plan-alerts.ts';
import type { Channel } from '../../../../shared/domain/channels/channel.ts';
import type { Verdict } from '../../../../shared/domain/findings/finding.ts';
import { storyArticleOf, storyOfRecord } from '../../../../shared/domain/stories/story.ts';
import type { Watch } from '../../../../shared/domain/watches/watch.ts';
import { aChannel, aStoredFinding, aWatch } from '../../../ports/examples.ts';
import { aStoryRecord } from '../../../ports/story-examples.ts';

const STORY = { when: 'story', channel: 'press-team' } as const;
const OPEN = aChannel();
const STRICT = aChannel({ name: 'strict', minSeverity: 'critical' });

/** What a watch plans about one finding that is a story, and the story with that noted. */
function planned(
  watch: Watch,
  channels: readonly Channel[],
  { verdict, story }: { verdict?: Verdict; story?: ReturnType<typeof aStoryRecord> } = {},
) {
  const member = { ...aStoredFinding(1), ...(verdict && { verdict }) };
  const articles = [storyArticleOf(member.finding)];
  const group = { story: story ?? aStoryRecord('one', { articles }), members: [member] };
  const homes = new Map([[member.finding.fingerprint, { id: group.story.id }]]);
  const decision = planAlerts(watch, { groups: [group], homes, channels, firstValues: new Map() });
  return {
    verdict: decision.findings[0]?.verdict,
    alerts: decision.alerts.map((alert) =>
      alert.about === 'story' || alert.about === 'climb' ? `${alert.about} ${alert.channel}` : alert.about,
    ),
    story: withNotices(watch, group, { decision, channels }),
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

  it('climbs where a more severe watch finds it, and is new to the channel that takes only that', () => {
    const severe = aWatch({ id: 'severe', severity: 'critical', brand: 'acme', alert: STORY });
    const { story } = planned(watch, [STRICT, OPEN]);
    expect(planned(severe, [STRICT, OPEN], { story }).alerts).toEqual(['story strict', 'climb press-team']);
  });

  it('of a silent baseline is new to the channels when it goes on', () => {
    const { alerts, story } = planned(watch, [OPEN], { verdict: { silent: 'base' } });
    expect(alerts).toEqual([]);
    expect(planned(watch, [OPEN], { story }).alerts).toEqual(['story press-team']);
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
