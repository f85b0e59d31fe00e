import { expect, it } from 'vitest';
import { checkMail } from '../../../../infra/cli/doctor/check-notifying.ts';
import { recipientId } from '../../../../shared/domain/channels/unsubscribed.ts';
import { aChannel, NOON } from '../../../ports/examples.ts';
import { FILE, memoryStack, openWorld } from '../open-world.ts';

const channels = [
  aChannel({ transports: { ses: { from: 'news@acme.example', to: ['a@acme.example'] } } }),
  aChannel({ name: 'board', transports: { ses: { from: 'news@acme.example', to: ['b@acme.example'] } } }),
];
const sender = { address: 'news@acme.example', isVerified: true, isSigned: true };
const results = async (account: object) =>
  (
    await checkMail(
      { mail: async (senders) => (expect(senders).toEqual(['news@acme.example']), account as never) },
      channels,
    )
  ).map(({ result }) => result);

it('says what is wrong with the account and the sender', async () => {
  const good = { inSandbox: false, maySend: true, senders: [sender] };
  expect(await results(good)).toEqual(['ok', 'ok']);
  expect(await results({ ...good, inSandbox: true })).toEqual(['problem', 'ok']);
  expect(await results({ ...good, maySend: false })).toEqual(['problem', 'ok']);
  expect(await results({ ...good, senders: [{ ...sender, isSigned: false }] })).toEqual(['ok', 'hint']);
  expect(await results({ ...good, senders: [{ ...sender, isVerified: false }] })).toEqual(['ok', 'problem']);
});

it('names an address that has unsubscribed in doctor and status, also after apply', async () => {
  const { stack, store } = memoryStack();
  const ses = 'ses: { from: news@acme.example, to: [ann@acme.example, ben@acme.example] }';
  const world = openWorld({ stack });
  world.write(FILE.replace('{ email: [press@acme.example] }', `{ ${ses} }`));
  await world.call('apply', '--yes');
  const lane = 'press-team~ses';
  await store.unsubscriptions.put({ lane, recipient: recipientId(lane, 'ann@acme.example'), at: NOON });
  await world.call('apply', '--yes');
  const status = (await world.call('status')).out;
  expect(status).toMatch(/ses +ann@acme\.example +unsubscribed/);
  expect(status).toMatch(/ses +ben@acme\.example +set/);
  expect((await world.call('doctor')).out).toContain(
    'press-team: ses ann@acme.example unsubscribed by the link of a mail.',
  );
});
