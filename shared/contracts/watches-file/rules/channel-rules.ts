import { isObject } from '../../../domain/lib/fields.ts';
import { PROTOCOLS } from '../../../domain/alerts/message.ts';
import { TRANSPORTS } from '../../../domain/channels/channel.ts';
import { PRESET_NAMES, presetOf } from '../../../domain/channels/webhook-presets.ts';
import { memberOf, namesIn, type Problem } from '../problem.ts';
import type { PartialFile } from '../schema/file-schema.ts';
import type { CheckedFile } from './check-named.ts';

type PartialChannel = NonNullable<PartialFile['channels']>[string];

/** Checks each channel by itself, and the operators: addresses, times, and keys that exclude or need each other. */
export function checkChannels(file: CheckedFile): Problem[] {
  const channels = Object.entries(file.valid.channels ?? {});
  return [
    ...checkAddresses(file),
    ...channels.flatMap(([name, channel]) => {
      const raw = memberOf(memberOf(file.raw, 'channels'), name);
      return [
        ...checkQuietHours(name, channel),
        ...checkBrief(name, raw),
        ...checkSlack(name, raw),
        ...checkWebhook(name, raw),
      ];
    }),
  ];
}

function checkAddresses({ raw, valid }: CheckedFile): Problem[] {
  const hasNone = (entry: unknown) => PROTOCOLS.every((protocol) => countOf(memberOf(entry, protocol)) === 0);
  const expected = `at least one of ${PROTOCOLS.join(', ')}`;
  const hint = 'add one, such as email: [press@acme.example]. Without an address nobody receives the alerts';
  const problems = Object.keys(valid.channels ?? {})
    .filter((name) => {
      const entry = memberOf(memberOf(raw, 'channels'), name);
      return hasNone(entry) && TRANSPORTS.every((transport) => memberOf(entry, transport) === undefined);
    })
    .map((name): Problem => {
      const what = 'The channel has no address';
      const of = `${expected}, ${TRANSPORTS.join(', ')}`;
      return { path: ['channels', name], atKey: true, what, expected: of, hint };
    });
  if (valid.operators === undefined || !hasNone(memberOf(raw, 'operators'))) return problems;
  const what = 'The operators have no address';
  return [...problems, { path: ['operators'], atKey: true, what, expected, hint }];
}

/** How many addresses are written, right or wrong. A text instead of a list counts as one. */
function countOf(addresses: unknown): number {
  if (addresses === undefined) return 0;
  if (Array.isArray(addresses)) return addresses.length;
  const to = memberOf(addresses, 'to');
  return Array.isArray(to) ? to.length : 1;
}

function checkQuietHours(name: string, { quiet_hours: hours }: PartialChannel): Problem[] {
  if (hours === undefined || hours.from !== hours.to) return [];
  const what = 'The quiet hours start and end at the same time';
  const hint = 'write two different times, or remove quiet_hours';
  return [{ path: ['channels', name, 'quiet_hours', 'to'], what, hint }];
}

/** What is below `now` waits for the brief. */
function checkBrief(name: string, channel: unknown): Problem[] {
  const [now, brief] = ['now', 'brief'].map((key) => memberOf(channel, key));
  if (now === undefined || now === null || brief !== undefined) return [];
  const what = 'The channel has no brief, in which alerts below `now` could wait';
  const hint = 'add brief: cron(0 8 ? * MON-FRI *), or write min_severity to leave them out';
  return [{ path: ['channels', name, 'brief'], atKey: true, what, hint }];
}

/** A bot needs its channel and its token, and a webhook is for one channel. */
function checkSlack(name: string, channel: unknown): Problem[] {
  const slack = memberOf(channel, 'slack');
  if (!isObject(slack)) return [];
  const has = (key: string) => memberOf(slack, key) !== undefined;
  const [isBot, isWebhook] = [has('channel') || has('token_secret'), has('webhook_secret')];
  const path = ['channels', name, 'slack'];
  const expected = '{ channel: "#press", token_secret: SLACK_TOKEN }, or { webhook_secret: SLACK_WEBHOOK }';
  if (isBot && isWebhook) {
    const what = 'Slack posts by a bot or by a webhook, and both are written';
    const hint = 'remove webhook_secret, or channel and token_secret: a webhook is for one channel of Slack';
    return [{ path: [...path, 'webhook_secret'], atKey: true, what, expected, hint }];
  }
  if (isWebhook || (has('channel') && has('token_secret'))) return [];
  const missing = has('channel') ? 'token_secret' : has('token_secret') ? 'channel' : undefined;
  const what = missing === undefined ? 'Slack has no secret' : `Slack has no ${missing}`;
  const hint = `write slack: ${expected}`;
  return [{ path, atKey: true, what, expected, hint }];
}

/** Our JSON has an address and a key; a messenger or a body of the user's own has a secret address. */
function checkWebhook(name: string, channel: unknown): Problem[] {
  const webhook = memberOf(channel, 'webhook');
  if (!isObject(webhook)) return [];
  const has = (key: string) => memberOf(webhook, key) !== undefined;
  const path = ['channels', name, 'webhook'];
  const missing = (key: string, hint: string): Problem => ({
    path,
    atKey: true,
    what: `The webhook has no ${key}`,
    hint,
  });
  const surplus = (key: string, hint: string): Problem => ({
    path: [...path, key],
    atKey: true,
    what: `The webhook has ${key} beside what excludes it`,
    hint,
  });
  const [isOwn, isSecret] = [has('url') || has('secret'), has('url_secret')];
  if (!isSecret && !isOwn)
    return [
      missing(
        'address',
        `write url_secret: NTFY_URL with a preset (${PRESET_NAMES.join(', ')}), or url and secret`,
      ),
    ];
  if (isOwn) {
    const other = ['url_secret', 'token_secret', 'preset', 'body', 'content_type'].find(has);
    if (other) return [surplus(other, 'remove it, or url and secret: these send our JSON')];
    if (!has('url')) return [missing('url', 'write the address that gets our JSON')];
    return has('secret') ? [] : [missing('secret', 'write the name of the secret that signs each POST')];
  }
  const [preset, isBody] = [PRESET_NAMES.find((one) => one === memberOf(webhook, 'preset')), has('body')];
  if (has('preset') && isBody) return [surplus('body', 'remove it, or preset: each says what is sent')];
  if (has('content_type') && !isBody) return [surplus('content_type', 'remove it: a preset says it')];
  if (!has('preset') && !isBody)
    return [missing('preset', `write one of ${PRESET_NAMES.join(', ')}, or body with a template`)];
  if (preset && presetOf(preset).needsToken && !has('token_secret'))
    return [missing('token_secret', `write token_secret: ${preset.toUpperCase()}_TOKEN`)];
  return [];
}

/** Warns of a channel that no watch and no report names. It is said of a file without problems only. */
export function unusedChannels({ defaults, channels, watches, reports }: PartialFile): Problem[] {
  const used = new Set([
    defaults?.channel,
    ...Object.values(watches ?? {}).flatMap(({ alert }) => [alert?.channel, ...(alert?.channels ?? [])]),
    ...Object.values(reports ?? {}).map(({ channel }) => channel),
  ]);
  return namesIn({ channels }, 'channels')
    .filter((name) => !used.has(name))
    .map((name): Problem => {
      const what = `No watch uses "${name}", and no report: nobody reaches this channel`;
      return { path: ['channels', name], atKey: true, what, hint: 'use it, or remove it' };
    });
}
