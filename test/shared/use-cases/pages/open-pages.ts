import { storeFindings } from '../../../store/store-findings.ts';
import type { HttpRequest } from '../../../../shared/domain/pages/http-exchange.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { inboxLink, type PageLinks, receiptLink } from '../../../../shared/domain/pages/signed-link.ts';
import type { Silence } from '../../../../shared/domain/channels/silence.ts';
import { htmlPages } from '../../../../shared/render/pages/html-pages.ts';
import type { PagePorts } from '../../../../shared/use-cases/pages/page-ports.ts';
import { answerRequest } from '../../../../shared/use-cases/pages/answer-request.ts';
import {
  aChannel,
  aFinding,
  aMessage,
  anAlert,
  aStoredFinding,
  aWatch,
  NOON,
} from '../../../ports/examples.ts';
import { heldClock, memoryDecideQueue, memoryReportFiles } from '../../../ports/memory-services.ts';
import { memoryStore } from '../../../store/memory-store.ts';
import { watchRuleOf } from '../../../../shared/domain/watches/watch.ts';

const SAME_SITE = { 'sec-fetch-site': 'same-origin' };

/** What a form of a page posts, as it stands there; its token is empty where the page has no such form. */
export function formIn(body: string, name: string, kind: string): string {
  const fields = `name="${name}" value="${kind}"><input type="hidden" name="token" value="(\\w+)"`;
  return `${name}=${kind}&token=${new RegExp(fields).exec(body)?.[1] ?? ''}`;
}

export const LINKS: PageLinks = { base: 'https://pages.example.com', keys: ['key', 'old'] };

/** The pages over what is given, and what they answer: to an address, or a path with its query. */
export function pagesOver<G extends Omit<PagePorts, 'links' | 'files' | 'pages' | 'decideQueue'>>(given: G) {
  const made = { files: memoryReportFiles(), decideQueue: memoryDecideQueue() };
  const ports = { ...made, links: async () => LINKS, pages: htmlPages, ...given };
  const ask = async (at: string, more: Partial<HttpRequest> = {}) => {
    const [path = '', search = ''] = at.replace(LINKS.base, '').split('?');
    const query = { ...Object.fromEntries(new URLSearchParams(search)), ...more.query };
    const request = { method: 'GET', path, headers: {}, body: new Uint8Array(), ...more, query };
    return answerRequest(request, ports);
  };
  const get = async (at: string, query = {}) => (await ask(at, { query })).body;
  const post = (at: string, text: string, headers: HttpRequest['headers'] = SAME_SITE) =>
    ask(at, { method: 'POST', headers, body: new TextEncoder().encode(text) });
  return { ports, links: LINKS, ask, get, post };
}

/** Pages over a store in memory that holds one sent alert. */
export async function openPages() {
  const store = memoryStore();
  const clock = heldClock(NOON + HOUR);
  let writes = 0;
  const pages = pagesOver({
    ...store,
    clock,
    silences: {
      ...store.silences,
      put: async (silence: Silence) => {
        writes += 1;
        await store.silences.put(silence);
      },
    },
  });
  const watch = aWatch({ alert: { when: 'story', channel: 'press-team' } });
  const alert = anAlert(1, {
    id: 'AbCdEfGhIjKlMnOpQrSt',
    createdAt: NOON,
    occasion: { type: 'story' },
    rule: watchRuleOf(watch),
    items: [aFinding(1, { title: 'Acme recalls <pumps>' })],
    discovery: {
      run: { id: 'run-1', track: 'live', scheduledFor: NOON },
      window: { from: NOON - 2 * HOUR, to: NOON },
      requestId: 'c7e1a9',
      hits: 41,
    },
  });
  const message = aMessage(1, { alertIds: [alert.id] });
  await store.definitions.putWatch(watch);
  await store.definitions.putChannel(aChannel());
  await store.definitions.putChannel(aChannel({ name: 'operators' }));
  await storeFindings(store, [aStoredFinding(1, { foundAt: NOON })]);
  await store.alerts.put(alert, { dueAt: NOON });
  await store.messages.put(message);
  await store.alerts.settle(alert, { state: 'notified', messageId: message.id });
  const [stored] = await store.messages.madeOn('2026-11-20', 1);
  await store.messages.move(stored!, { state: 'accepted', tries: 1, retryAt: NOON, snsMessageId: 'sns-42' });

  const pathOf = (link: string) => new URL(link).pathname;
  return {
    ...pages,
    clock,
    alert,
    silences: () => store.silences.since(0),
    writes: () => writes,
    receipt: pathOf(receiptLink(alert, LINKS)),
    inbox: pathOf(inboxLink(NOON + HOUR + 15 * MINUTE, LINKS)),
    retention: 400 * DAY,
  };
}
