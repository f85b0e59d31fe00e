import type { TransportName } from '../../domain/channels/transports.ts';
import { kickerOf, sourceText } from '../message/alerts-email.ts';
import { emailHtml } from '../message/email-html.ts';
import type { Form, FormOf, MessageView, StoryView } from '../message/message-view.ts';
import { isNamedIn } from '../message/view-message.ts';
import { shorten } from '../text/plain-text.ts';
import { slackBlocks } from './slack-blocks.ts';
import { teamsCard } from './teams-card.ts';

/** PagerDuty takes 1,024 characters of a summary. */
const SUMMARY = 1_000;

/** Our severities as PagerDuty names them. */
const SEVERITIES = { info: 'info', warning: 'warning', critical: 'critical' } as const;

/** The forms of the transports that take one of their own. The others take the JSON document. */
export const FORMS: Readonly<Partial<Record<TransportName, FormOf>>> = {
  pagerduty: pagerEvents,
  ses: (view) => {
    const { html: body, listed } = emailHtml(view);
    return { body, listed };
  },
  slack: slackBlocks,
  teams: teamsCard,
};

/**
 * A message as events of PagerDuty, one for each story. The key of a story is that of its incident: the same story at a later
 * time changes the incident, and a repeat changes nothing.
 */
function pagerEvents(view: MessageView): Form {
  const events = view.stories.map((story) => eventOf(story, view));
  const alerts = Object.fromEntries(view.stories.map(({ key, alertIds }) => [key, alertIds]));
  return { body: JSON.stringify({ events, alerts }), listed: events.length };
}

function eventOf(story: StoryView, { channel }: MessageView) {
  const { key, headline, update, brand, brandName, severity, source, facts, notes, text, link, links } =
    story;
  const said = [update, headline].filter((one) => one !== undefined).join(': ');
  const isNamed = brandName === undefined || isNamedIn(headline, brandName);
  const details = {
    brand,
    channel,
    about: kickerOf(story),
    notes,
    text,
    source: source && sourceText(source),
    facts: Object.fromEntries(facts.map(({ name, value }) => [name, value])),
  };
  const shown = [
    { href: link, text: 'Article' },
    { href: links.why, text: 'Why you got this' },
    { href: links.quieter, text: 'Acknowledge it, or get less of this' },
  ];
  return {
    event_action: 'trigger',
    dedup_key: key,
    payload: {
      summary: shorten(isNamed ? said : `${brandName}: ${said}`, SUMMARY),
      source: 'bellwether',
      severity: SEVERITIES[severity],
      component: channel,
      custom_details: details,
    },
    links: shown.filter(({ href }) => href !== undefined),
  };
}
