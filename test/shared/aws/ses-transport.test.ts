import { expect, it, onTestFinished } from 'vitest';
import { localCredentials } from '../../../infra/local/aws/local-account.ts';
import { sesTransport } from '../../../shared/aws/ses-transport.ts';
import { alertItemOf } from '../../../shared/domain/alerts/alert.ts';
import { recipientId } from '../../../shared/domain/channels/unsubscribed.ts';
import { PublishRefused, PublishThrottled, PublishUnsure } from '../../../shared/domain/lib/errors.ts';
import { aFinding, NOON } from '../../ports/examples.ts';
import { laneWith } from '../../ports/transport-suite.ts';
import { memoryStore } from '../../store/memory-store.ts';
import type { SesAccount } from '../../transports/aws-transports.ts';
import { startTransportServices } from '../../transports/start-transport-services.ts';

const ALL = ['ann@acme.example', 'ben@acme.example', 'cy@other.example'];
const links = { base: 'https://pages.example', keys: ['k'.repeat(43)] };

async function open(to: readonly string[] = ALL, { hasLinks = true } = {}) {
  const services = await startTransportServices();
  onTestFinished(() => services.close());
  const { credentials } = localCredentials;
  const threads = memoryStore().threads;
  const unsubscriptions = memoryStore().unsubscriptions;
  const slept: number[] = [];
  const access = {
    endpoint: services.url,
    service: 'ses',
    region: 'eu-west-1',
    credentials,
    now: () => NOON,
  };
  const topic = sesTransport({
    access,
    threads,
    unsubscriptions,
    links: async () => (hasLinks ? links : undefined),
    sleep: async (time) => void slept.push(time),
  });
  const { lane, messageOf } = laneWith({ ses: { from: 'news@acme.example', to } });
  const message = messageOf([
    1,
    { items: [alertItemOf(aFinding(1, { title: 'A <b> & <p class="unsubscribe"> 🎉' }))] },
  ]);
  return {
    services,
    ses: services.ses,
    unsubscriptions,
    threads,
    lane,
    slept,
    publish: () => topic.publish(message, lane, { deadline: NOON + 60_000 }),
    message,
  };
}

const receivers = ({ mails }: SesAccount) => mails.map(({ to }) => to);

it('sends each recipient a mail of its own: HTML, a text twin, and the headers of one click', async () => {
  const { ses, publish, message } = await open();
  expect(await publish()).toBe('mail-3');
  expect(receivers(ses)).toEqual(ALL);
  const [ann, ben] = ses.mails;
  expect(ann!.from).toBe('news@acme.example');
  expect(ann!.subject).toBe(message.texts.subject);
  const { 'List-Unsubscribe': link, ...others } = ann!.headers;
  expect(link).toMatch(/^<https:\/\/pages\.example\/u\/\w{26}\/press-team~ses>$/);
  expect(link).not.toBe(ben!.headers['List-Unsubscribe']);
  expect(others).toEqual({
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'Auto-Submitted': 'auto-generated',
    'X-Bellwether-Message': message.id,
  });
  const address = link!.slice(1, -1);
  expect(ann!.text.startsWith(message.texts.email)).toBe(true);
  expect(ann!.text).toContain(`Unsubscribe: ${address}`);
  expect(ann!.html).toContain(`<a href="${address}"`);
  expect(ann!.html.split(address)).toHaveLength(2);
  expect(ann!.html).not.toMatch(/class="unsubscribe[^>]*><\/p>/);
  // A headline cannot become the place of the link.
  expect(ann!.html).toContain('&lt;p class=');
});

it('sends nothing to who has unsubscribed, in any letter case, and again once that is undone', async () => {
  const { ses, publish, unsubscriptions, lane } = await open(['Ann@acme.example', 'ben@acme.example']);
  const record = { lane: lane.name, recipient: recipientId(lane.name, 'ann@ACME.example'), at: NOON };
  await unsubscriptions.put(record);
  await unsubscriptions.put({ ...record, lane: 'other~ses', recipient: recipientId(lane.name, ALL[1]!) });
  await publish();
  expect(receivers(ses)).toEqual(['ben@acme.example']);
  await unsubscriptions.put({ ...record, undoneAt: NOON });
  await publish();
  expect(receivers(ses)).toEqual(['ben@acme.example', 'Ann@acme.example']);
});

it('holds up no recipient for one that is refused, and repeats nobody', async () => {
  const { ses, publish } = await open();
  ses.isInSandbox = true;
  const error = await publish().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PublishRefused);
  expect(String(error)).toContain('1 of 3 recipients did not get the mail');
  expect(String(error)).toContain('Verify the domain of the sender');
  expect(receivers(ses)).toEqual(ALL.slice(0, 2));
  ses.isInSandbox = false;
  await publish();
  expect(receivers(ses)).toEqual(ALL);
});

it('repeats one recipient at most after an answer that was lost, whichever it was', async () => {
  for (const lost of [0, 1, 2]) {
    const { ses, services, publish } = await open();
    let requests = 0;
    services.trouble = () => (requests++ === lost ? 'lost-answer' : undefined);
    await expect(publish()).rejects.toThrow(PublishUnsure);
    await publish();
    expect(receivers(ses).toSorted()).toEqual([...ALL, ALL[lost]!].toSorted());
  }
});

it('repeats one recipient at most after a death at any of its calls of the store', async () => {
  for (const port of ['find', 'note'] as const)
    for (const at of [1, 2, 3]) {
      const { ses, threads, publish } = await open();
      const call = threads[port] as (...given: unknown[]) => Promise<any>;
      let calls = 0;
      threads[port] = async (...given: unknown[]) => {
        calls += 1;
        if (calls === at) throw new Error('dead');
        return call(...given);
      };
      for (let tries = 0; tries < 3; tries += 1) await publish().catch(() => undefined);
      await publish();
      expect(new Set(receivers(ses))).toEqual(new Set(ALL));
      expect(receivers(ses).length).toBeLessThanOrEqual(ALL.length + (port === 'note' ? 1 : 0));
    }
});

it('waits for the rate of the account, and goes on where it stopped', async () => {
  const { ses, publish, slept } = await open();
  ses.room = 1;
  await expect(publish()).rejects.toThrow(PublishThrottled);
  expect(slept).toEqual([1_000, 2_000, 4_000]);
  ses.room = 5;
  await publish();
  expect(receivers(ses)).toEqual(ALL);
});

it.each([
  [
    'an unverified sender',
    (ses: SesAccount): void => ses.verified.clear(),
    /not verified.*Verify the domain/,
  ],
  [
    'a suspended account',
    (ses: SesAccount): void => void (ses.isSuspended = true),
    /Suspended.*reputation page/,
  ],
] as const)('says what to do about %s', async (_name, change, text) => {
  const { ses, publish } = await open(ALL.slice(0, 1));
  change(ses);
  await expect(publish()).rejects.toThrow(text);
  await expect(publish()).rejects.toThrow(PublishRefused);
});
