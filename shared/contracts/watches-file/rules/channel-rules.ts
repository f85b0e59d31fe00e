import { isObject } from '../../../domain/lib/fields.ts';
import { PROTOCOLS } from '../../../domain/alerts/message.ts';
import { TRANSPORTS } from '../../../domain/channels/channel.ts';
import { nextBriefTime, WEEKDAYS } from '../../../domain/channels/due-times.ts';
import { PRESET_NAMES, PRESETS } from '../../../domain/channels/webhook-presets.ts';
import { memberOf, namesIn, type Problem } from '../problem.ts';
import { briefTimesOf } from '../schema/channel-schema.ts';
import type { PartialFile } from '../schema/file-schema.ts';
import { checkNamed, type CheckedFile } from './check-named.ts';

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
        ...checkDaysOff(name, channel),
        ...checkForm(name, raw, 'slack'),
        ...checkForm(name, raw, 'webhook'),
        ...checkSteps(name, { channel, file }),
      ];
    }),
    ...checkCycles(file),
  ];
}

/** Each step names a channel, and comes after the one before. */
function checkSteps(
  name: string,
  { channel: { escalate = [] }, file }: { channel: PartialChannel; file: CheckedFile },
): Problem[] {
  return escalate.flatMap((step, n): Problem[] => {
    const path = ['channels', name, 'escalate', n];
    const before = escalate[n - 1]?.after;
    const isLate = before === undefined || step?.after === undefined || step.after > before;
    const what = 'The step does not come after the one before it';
    const hint = 'order the steps by `after`, which counts from when the alert was sent';
    return [
      ...checkNamed(step?.to, { section: 'channels', path: [...path, 'to'], file }),
      ...(isLate ? [] : [{ path: [...path, 'after'], what, hint }]),
    ];
  });
}

/** An alert that comes back to a channel would go on for ever. */
function checkCycles({ valid: { channels = {} } }: CheckedFile): Problem[] {
  const targets = (name: string) => (channels[name]?.escalate ?? []).flatMap((step) => step?.to ?? []);
  const reached = (name: string): Set<string> => {
    const found = new Set(targets(name));
    // A set that grows while it is walked is walked to its end.
    for (const one of found) for (const to of targets(one)) found.add(to);
    return found;
  };
  return Object.keys(channels).flatMap((name): Problem[] => {
    if (!reached(name).has(name)) return [];
    const what = `An alert of ${name} that nobody acknowledges would come back to it`;
    const hint = 'remove a step: each must lead to a channel that does not escalate to this one';
    return [{ path: ['channels', name, 'escalate'], atKey: true, what, hint }];
  });
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

/** Days off move briefs and quiet hours: there is something to move, and a day to move it to. */
function checkDaysOff(
  name: string,
  { days_off: days, quiet_hours: hours, brief: written }: PartialChannel,
): Problem[] {
  if (days === undefined) return [];
  const brief = briefTimesOf(written);
  const path = ['channels', name, 'days_off'];
  if (hours === undefined && brief === undefined) {
    const what = 'The channel has no quiet hours and no brief, so a day off changes nothing';
    return [{ path, atKey: true, what, hint: 'add quiet_hours or brief, or remove days_off' }];
  }
  const isNever =
    WEEKDAYS.every((day) => days.includes(day)) ||
    (brief !== undefined && nextBriefTime(brief, { after: 0, timezone: 'UTC', daysOff: days }) === undefined);
  if (!isNever) return [];
  const what = brief === undefined ? 'Every day is off' : 'Every time of the brief is on a day off';
  return [{ path, atKey: true, what, hint: 'remove a day: alerts would wait for ever' }];
}

/** A form of a transport by the key that it has alone: what it needs, and what else it may have. */
interface TransportForm {
  key: string;
  needs: readonly string[];
  may?: readonly string[];
  example: string;
}

/** The first form of each is meant where nothing is written. */
const FORMS = {
  slack: [
    { key: 'channel', needs: ['token_secret'], example: '{ channel: "#press", token_secret: SLACK_TOKEN }' },
    { key: 'webhook_secret', needs: [], example: '{ webhook_secret: SLACK_WEBHOOK }' },
  ],
  webhook: [
    {
      key: 'preset',
      needs: ['url_secret'],
      may: ['token_secret'],
      example: '{ url_secret: NTFY_URL, preset: ntfy }',
    },
    {
      key: 'url',
      needs: ['secret'],
      example: '{ url: https://hooks.acme.example/news, secret: WEBHOOK_SECRET }',
    },
    {
      key: 'body',
      needs: ['url_secret'],
      may: ['token_secret', 'content_type'],
      example: '{ url_secret: HOOK_URL, body: TEMPLATE }',
    },
  ],
} as const satisfies Readonly<Record<string, readonly TransportForm[]>>;

/** Transports of several forms have the keys of one of them. */
function checkForm(name: string, channel: unknown, transport: keyof typeof FORMS): Problem[] {
  const written = memberOf(channel, transport);
  if (!isObject(written)) return [];
  const has = (key: string) => memberOf(written, key) !== undefined;
  const forms: readonly [TransportForm, ...TransportForm[]] = FORMS[transport];
  const form = forms.find(({ key }) => has(key)) ?? forms.find(({ needs }) => needs.some(has)) ?? forms[0];
  const preset = PRESET_NAMES.find((one) => one === memberOf(written, 'preset'));
  const token = preset && PRESETS[preset].needsToken ? ['token_secret'] : [];
  const needed = [form.key, ...form.needs, ...token];
  const path = ['channels', name, transport];
  const missing = needed.find((key) => !has(key));
  if (missing !== undefined) {
    const names = missing === 'preset' ? `one of ${PRESET_NAMES.join(', ')}, or body` : missing;
    const hint = `write ${names}, as in ${form.example}`;
    return [{ path, atKey: true, what: `The transport ${transport} has no ${missing}`, hint }];
  }
  const taken = [...needed, ...(form.may ?? [])];
  const keys = forms.flatMap(({ key, needs, may = [] }) => [key, ...needs, ...may]);
  const surplus = keys.find((key) => has(key) && !taken.includes(key));
  if (surplus === undefined) return [];
  const what = `The transport ${transport} with ${form.key} takes no ${surplus}`;
  return [{ path: [...path, surplus], atKey: true, what, hint: `remove it, or write only ${form.example}` }];
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
