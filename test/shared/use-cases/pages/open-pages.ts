import { storeFindings } from '../../../store/store-findings.ts';
import type { HttpRequest } from '../../../../shared/domain/pages/http-exchange.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { inboxLink, type PageLinks, receiptLink } from '../../../../shared/domain/pages/signed-link.ts';
import type { Silence } from '../../../../shared/domain/channels/silence.ts';
import { htmlPages } from '../../../../shared/render/pages/html-pages.ts';
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

/** Pages over a store in memory that holds one sent alert. */
export async function openPages() {
  const store = memoryStore();
  const clock = heldClock(NOON + HOUR);
  let writes = 0;
  const links: PageLinks = { base: 'https://pages.example.com', keys: ['key', 'old'] };
  const ports = {
    ...store,
    clock,
    silences: {
      ...store.silences,
      put: async (silence: Silence) => {
        writes += 1;
        await store.silences.put(silence);
      },
    },
    links: async () => links,
    files: memoryReportFiles(),
    pages: htmlPages,
    decideQueue: memoryDecideQueue(),
  };
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
  await store.alerts.settle(alert, { state: 'told', messageId: message.id });
  const [stored] = await store.messages.madeOn('2026-11-20', 1);
  await store.messages.move(stored!, { state: 'accepted', tries: 1, retryAt: NOON, snsMessageId: 'sns-42' });

  const ask = async (path: string, more: Partial<HttpRequest> = {}) =>
    answerRequest({ method: 'GET', path, query: {}, headers: {}, body: new Uint8Array(), ...more }, ports);
  const pathOf = (link: string) => new URL(link).pathname;
  return {
    ports,
    clock,
    links,
    alert,
    silences: () => store.silences.since(0),
    writes: () => writes,
    ask,
    receipt: pathOf(receiptLink(alert, links)),
    inbox: pathOf(inboxLink(NOON + HOUR + 15 * MINUTE, links)),
    retention: 400 * DAY,
  };
}
