import { describe, expect, it } from 'vitest';
import { proveStage, proveTransports } from '../../../../infra/cli/doctor/prove-transports.ts';
import type { Probe } from '../../../../infra/cli/world.ts';
import type { Transports } from '../../../../shared/domain/channels/channel.ts';
import { aChannel } from '../../../ports/examples.ts';
import { FILE, memoryStack, NOW, openApplied } from '../open-world.ts';

const SECRETS = {
  SLACK: 'xoxb-secret',
  HOOK: 'https://hooks.slack.example/secret',
  PAGER: 'k'.repeat(32),
  KEY: 'secret',
  NTFY: 'https://ntfy.example/secret-topic?auth=a',
  TELEGRAM: 'https://api.telegram.example/bot1:secret/sendMessage?chat_id=2',
  MATRIX: 'https://matrix.example/_matrix/client/v3/rooms/!r:x/send/m.room.message',
};
const NEEDED: readonly Transports[] = [
  { slack: { channel: '#press', tokenSecret: 'SLACK' } },
  { slack: { webhookSecret: 'HOOK' } },
  { pagerduty: { keySecret: 'PAGER' } },
  { webhook: { url: 'https://a.example/x', secret: 'KEY' } },
  { webhook: { urlSecret: 'NTFY', preset: 'ntfy' } },
  { webhook: { urlSecret: 'TELEGRAM', preset: 'telegram' } },
  { webhook: { urlSecret: 'MATRIX', tokenSecret: 'KEY', preset: 'matrix' } },
];

function prove(
  transports: readonly Transports[],
  {
    secrets = SECRETS,
    answer = { status: 200, body: '{"ok":true}' },
  }: { secrets?: object; answer?: object } = {},
) {
  const asked: string[] = [];
  const probe = async (url: string): Promise<Probe> => {
    asked.push(url);
    return { answered: true, status: 200, date: NOW, body: '', ...answer };
  };
  const { secretOf } = memoryStack({ secrets: secrets as Record<string, string> }).stack;
  const channels = transports.map((one, n) => aChannel({ name: `c${n}`, email: [], transports: one }));
  return { asked, checks: proveTransports(channels, { secretOf, probe }) };
}

describe('the transports of a stack', () => {
  it('are proved where all their secrets are set and accepted, without a message', async () => {
    const { asked, checks } = prove(NEEDED);
    expect((await checks).map(({ text }) => text)).toEqual([
      'The secrets of 7 transports are set, and no service refuses them.',
    ]);
    expect(asked).toEqual([
      'https://slack.com/api/auth.test',
      'https://ntfy.example/secret-topic/auth?auth=a',
      'https://api.telegram.example/bot1:secret/getChat?chat_id=2',
      'https://matrix.example/_matrix/client/v3/account/whoami',
    ]);
  });

  it('are each named where a secret is missing', async () => {
    const checks = await prove(NEEDED, { secrets: {} }).checks;
    expect(checks.map(({ result }) => result)).toEqual(NEEDED.map(() => 'problem'));
    expect(checks[0]?.text).toBe('c0 (Slack): The secret bellwether-test/SLACK has no value.');
  });

  it('are named where a secret is refused or is none of its kind, and no text shows its value', async () => {
    const refused = await prove(NEEDED, {
      answer: { status: 200, body: '{"ok":false,"error":"invalid_auth"}' },
    }).checks;
    expect(refused[0]?.text).toBe('c0 (Slack): its service refuses the secret (invalid_auth).');
    const gone = await prove(NEEDED.slice(4, 7), { answer: { status: 404 } }).checks;
    const wrong = await prove(NEEDED, {
      secrets: Object.fromEntries(Object.keys(SECRETS).map((key) => [key, 'secret'])),
    }).checks;
    expect(gone.map(({ result }) => result)).toEqual(['problem', 'problem', 'problem']);
    expect(wrong.filter(({ result }) => result === 'problem')).toHaveLength(5);
    expect(JSON.stringify([refused, gone, wrong])).not.toMatch(/bot1:secret|secret-topic|xoxb/);
  });

  it('are only hints where a service does not answer or a secret may not be read', async () => {
    const down = await prove(NEEDED.slice(0, 1), { answer: { answered: false, why: 'timeout' } }).checks;
    expect(down.map(({ result }) => result)).toEqual(['hint']);
  });
});

it('what signs buttons in Slack and who signs in is proved where the stage names its secret', async () => {
  const roles = { editor: [], reader: [] };
  const slack = { signing_secret_name: 'SIGNING', roles };
  const check = async (secrets: Record<string, string>) =>
    (await proveStage({ slack }, memoryStack({ secrets }).stack)).map(
      ({ result, text }) => `${result} ${text}`,
    );
  expect(await check({ SIGNING: 's' })).toEqual(['ok The buttons in Slack: the secret SIGNING is set.']);
  expect(await check({})).toEqual([
    'problem The buttons in Slack: The secret bellwether-test/SIGNING has no value.',
  ]);
  expect(await proveStage({}, memoryStack().stack)).toEqual([]);
});

it('doctor and plan name what is missing, before apply too', async () => {
  const { call, write } = await openApplied();
  write(FILE.replace('{ email: [press@acme.example] }', '{ webhook: { url_secret: NTFY, preset: ntfy } }'));
  const text = 'press-team (webhook): The secret bellwether-test/NTFY has no value.';
  expect((await call('plan')).err).toContain(text);
  await call('apply', '--yes');
  const { code, out } = await call('doctor');
  expect(code).toBe(1);
  expect(out).toContain(text);
});
