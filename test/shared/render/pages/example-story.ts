import type { Alert } from '../../../../shared/domain/alerts/alert.ts';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { storyFacts, type StoryPageView } from '../../../../shared/domain/pages/story-page.ts';
import type { Story } from '../../../../shared/domain/stories/story.ts';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import { aForm } from './example-receipt.ts';
import { aStoredFinding, NOON } from '../../../ports/examples.ts';

interface Example {
  text: (plain: string) => string;
  item: (n: number) => Finding;
  alert: Alert;
  story: Story;
}

/** A full page of a story that 60 outlets of 5 countries published within two days, with copies. */
export function exampleStory({ text, item, alert, story }: Example): Omit<StoryPageView, 'orders'> {
  const articles = Array.from({ length: 60 }, (_, n) => ({
    fingerprint: `article-${n}`,
    at: NOON - 40 * HOUR + Math.floor(n * n * 0.011) * HOUR,
    domain: text(`outlet-${n}.example`).slice(0, 80),
    country: ['FR', 'US', 'DE', 'GB', 'JP'][n % 5]!,
    sentiment: ((n % 7) - 4) / 5,
    ...(n % 6 > 0 && { rank: (n + 1) * 731 }),
  }));
  const foundOf = (n: number) => ({
    ...aStoredFinding(n, {
      finding: item(n),
      joined: {
        by: 'words',
        words: [
          { word: text('recalls'), weight: 4.5 },
          { word: text('pumps'), weight: 3.5 },
        ],
        likeness: 1.4,
      },
      newness: { is: 'development', fresh: [text('recalls')], confirmedBy: [text('other.example')] },
    }),
    foundBy: ['acme-news', 'acme-trouble'],
  });
  const folded = Array.from({ length: 28 }, (_, n) => ({
    article: foundOf(n),
    copies: n === 3 ? Array.from({ length: 9 }, (_one, m) => foundOf(100 + m)) : [],
  }));
  return {
    story: { ...story, members: articles.map(({ fingerprint }) => fingerprint) },
    facts: storyFacts(articles),
    folded,
    notices: [
      {
        channel: 'press-team',
        severity: 'critical',
        at: NOON,
        alerts: [alert.id],
        watches: ['acme-news', 'acme-trouble'],
      },
      {
        channel: 'newsroom',
        policy: 'first_seen',
        severity: 'info',
        at: NOON,
        alerts: [],
        watches: ['acme-news'],
      },
    ],
    sent: [{ alert, state: { state: 'notified', messageId: 'message-1' } }],
    judgements: [
      {
        watchId: 'acme-news',
        notRelevant: [
          {
            kind: 'not-relevant',
            watchId: 'acme-news',
            alertId: alert.id,
            lane: 'press-team',
            at: NOON,
            expiresAt: NOON,
          },
        ],
        form: aForm('not-relevant', true),
      },
      {
        watchId: 'acme-trouble',
        notRelevant: [],
        form: aForm('not-relevant'),
      },
    ],
    from: { at: NOON, fingerprint: 'article-0' },
    next: { at: NOON, fingerprint: 'article-60' },
    missing: 10,
  };
}
