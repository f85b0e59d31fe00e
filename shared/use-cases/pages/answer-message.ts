import { channelNameOf } from '../../domain/channels/channel.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { MessageAlertsView } from '../../domain/pages/inbox.ts';
import { MESSAGE_ID_LENGTH, openSigned, PURPOSES, receiptLink } from '../../domain/pages/signed-link.ts';
import type { StoredAlert } from '../../store/alerts/alerts.ts';
import type { PagePorts, PageRequest } from './page-ports.ts';

/** How many alerts a page lists. */
const ALERTS_A_PAGE = 100;

/**
 * Answers with a page of all alerts of a message, as HTML or, below `/json`, as JSON. The link is valid as long as the
 * message is kept. It changes nothing.
 */
export async function answerMessage(
  { request, signed, rest }: PageRequest,
  ports: PagePorts,
): Promise<HttpAnswer> {
  const { keys } = await ports.links();
  const id = openSigned(signed, { purpose: PURPOSES.message, keys, idLength: MESSAGE_ID_LENGTH });
  const [form = '', ...others] = rest;
  const isKnown = (form === '' || form === 'json') && others.length === 0;
  if (id === undefined || !isKnown || request.method !== 'GET') return ports.pages.refusal();
  const stored = await ports.messages.get(id);
  if (!stored || stored.message.expiresAt <= ports.clock.now()) return ports.pages.refusal();
  const root = `/m/${signed}`;
  const view = await readPage({ message: stored.message, root, asked: request.query['page'] }, ports);
  return form === 'json' ? ports.pages.messageJson(view) : ports.pages.messageAlerts(view);
}

async function readPage(
  { message, root, asked }: { message: StoredMessage; root: string; asked: string | undefined },
  ports: PagePorts,
): Promise<MessageAlertsView> {
  const { alertIds, channel } = message;
  const pages = Math.max(1, Math.ceil(alertIds.length / ALERTS_A_PAGE));
  const page = Math.min(/^[1-9]\d{0,3}$/.test(asked ?? '') ? Number(asked) : 1, pages);
  const wanted = alertIds.slice((page - 1) * ALERTS_A_PAGE, page * ALERTS_A_PAGE);
  const [links, settings, found] = await Promise.all([
    ports.links(),
    ports.definitions.channel(channelNameOf(channel)),
    inParallel(wanted, async (id): Promise<StoredAlert[]> => {
      const alert = await ports.alerts.get(id, channel);
      return alert ? [alert] : [];
    }),
  ]);
  const alerts = found.flat().map(({ alert }) => alert);
  const timezone =
    alerts.find((alert) => alert.timezone !== undefined)?.timezone ?? settings?.timezone ?? 'UTC';
  const entries = alerts.map((alert) => ({ alert, receipt: receiptLink(alert, links) }));
  return { message, root, timezone, page, pages, entries };
}

type StoredMessage = MessageAlertsView['message'];
