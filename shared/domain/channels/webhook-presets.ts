import type { Severity } from '../watches/watch.ts';

export const PRESET_NAMES = ['ntfy', 'telegram', 'discord', 'google-chat', 'mattermost', 'matrix'] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

/** What a preset makes its body of. Texts are short enough for the service. */
interface PresetContent {
  /** On one line, without markup. */
  title: string;
  /** The message in the markup of the preset, its lines separated by line feeds. */
  text: string;
  /** The same without markup. */
  plain: string;
  severity: Severity;
  /** The link of its first story. */
  link?: string | undefined;
}

/** How texts are marked up, and what of the news is escaped. */
export type MarkupName = 'plain' | 'html' | 'markdown' | 'chat';

/** A messenger: what is different about it as data. What all share is in the form and in the transport. */
interface WebhookPreset {
  /** As people know it. */
  title: string;
  method: 'POST' | 'PUT';
  markup: MarkupName;
  /** The longest text, in UTF-16 units or in bytes of UTF-8. */
  most: number;
  unit: 'characters' | 'bytes';
  /** What its address looks like. */
  path: RegExp;
  parameters?: readonly string[];
  example: string;
  /** Whether it needs `token_secret`, which goes into the header `Authorization`. */
  needsToken?: true;
  body: (content: PresetContent) => object;
  /** Where a message is sent to. Default: the address as it is. */
  target?: (address: URL, messageId: string) => string;
  /** Fields of the body that the address holds, or that name the message. */
  fields?: (address: URL, messageId: string) => Readonly<Record<string, string>>;
  /** What answers by GET only to who may send, and changes nothing. */
  probe?: (address: URL) => string;
}

/** Priorities of ntfy: 3 is its default, 5 the highest. */
const PRIORITIES = { info: 3, warning: 4, critical: 5 } as const satisfies Record<Severity, number>;

/**
 * The messengers that need no code of their own. Limits: ntfy "Limitations" (4,096 bytes), Telegram `sendMessage` (4,096
 * characters), Discord "Execute Webhook" (2,000), Google Chat "Send messages" (32,000 bytes), Mattermost "Incoming webhooks"
 * (16,383), Matrix "Size limits" (65,536 bytes an event, which holds the text twice). A lane sends at most one message a
 * second and ten a minute: less than each of them allows one sender.
 */
export const PRESETS: Readonly<Record<PresetName, WebhookPreset>> = {
  ntfy: {
    title: 'ntfy',
    method: 'POST',
    markup: 'plain',
    most: 4_096,
    unit: 'bytes',
    path: /^\/[\w-]{1,64}$/,
    example: 'https://ntfy.sh/TOPIC',
    body: ({ title, text, severity, link }) => ({
      title,
      message: text,
      priority: PRIORITIES[severity],
      ...(link !== undefined && { click: link }),
    }),
    target: ({ origin, search }) => `${origin}/${search}`,
    // A message with a known sequence takes the place of the one before.
    fields: ({ pathname }, id) => ({ topic: pathname.slice(1), sequence_id: id }),
    probe: ({ origin, pathname, search }) => `${origin}${pathname}/auth${search}`,
  },
  telegram: {
    title: 'Telegram',
    method: 'POST',
    markup: 'html',
    most: 4_096,
    unit: 'characters',
    path: /^\/bot\d+:[\w-]+\/sendMessage$/,
    parameters: ['chat_id'],
    example: 'https://api.telegram.org/botTOKEN/sendMessage?chat_id=CHAT',
    body: ({ text }) => ({ text, parse_mode: 'HTML', link_preview_options: { is_disabled: true } }),
    target: ({ origin, pathname }) => origin + pathname,
    fields: ({ searchParams }) => Object.fromEntries(searchParams),
    probe: ({ origin, pathname, search }) => origin + pathname.replace(/sendMessage$/, `getChat${search}`),
  },
  discord: {
    title: 'Discord',
    method: 'POST',
    markup: 'markdown',
    most: 2_000,
    unit: 'characters',
    path: /^\/api(?:\/v\d+)?\/webhooks\/\d+\/[\w-]+$/,
    example: 'https://discord.com/api/webhooks/ID/TOKEN',
    // No mentions, and no previews of links.
    body: ({ text }) => ({ content: text, allowed_mentions: { parse: [] }, flags: 4 }),
    // Otherwise it answers before the message is stored.
    target: ({ origin, pathname, searchParams }) =>
      `${origin}${pathname}?${new URLSearchParams([...searchParams, ['wait', 'true']]).toString()}`,
    probe: ({ origin, pathname }) => origin + pathname,
  },
  'google-chat': {
    title: 'Google Chat',
    method: 'POST',
    markup: 'chat',
    most: 30_000,
    unit: 'bytes',
    path: /^\/v1\/spaces\/[\w-]+\/messages$/,
    parameters: ['key', 'token'],
    example: 'https://chat.googleapis.com/v1/spaces/SPACE/messages?key=KEY&token=TOKEN',
    body: ({ text }) => ({ text }),
  },
  mattermost: {
    title: 'Mattermost',
    method: 'POST',
    markup: 'markdown',
    most: 16_383,
    unit: 'characters',
    path: /\/hooks\/\w+$/,
    example: 'https://mattermost.example/hooks/KEY',
    body: ({ text }) => ({ text }),
  },
  matrix: {
    title: 'Matrix',
    method: 'PUT',
    markup: 'html',
    most: 20_000,
    unit: 'bytes',
    path: /^\/_matrix\/client\/v3\/rooms\/[^/]+\/send\/m\.room\.message$/,
    example: 'https://matrix.example/_matrix/client/v3/rooms/ROOM/send/m.room.message',
    needsToken: true,
    body: ({ text, plain }) => ({
      msgtype: 'm.text',
      body: plain,
      format: 'org.matrix.custom.html',
      formatted_body: text.replaceAll('\n', '<br>'),
      'm.mentions': {},
    }),
    // The id of the message is that of the transaction: a repeat is no second message.
    target: ({ origin, pathname }, id) => `${origin}${pathname}/${id}`,
    probe: ({ origin }) => `${origin}/_matrix/client/v3/account/whoami`,
  },
};

/** Whether a text is the address that a preset needs. */
export function isAddressOf({ path, parameters = [] }: WebhookPreset, text: string): boolean {
  const url = URL.parse(text);
  return url !== null && path.test(url.pathname) && parameters.every((name) => url.searchParams.has(name));
}
