import type { TransportName } from '../../domain/channels/transports.ts';
import { emailHtml } from '../message/email-html.ts';
import type { FormOf } from './form.ts';
import { pagerEvents } from './pager-events.ts';
import { slackBlocks } from './slack-blocks.ts';
import { teamsCard } from './teams-card.ts';

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
