import { namesIn } from '../document/member-of.ts';
import { webhookAddress } from '../meant/meant-transport.ts';
import { yamlText } from '../problems/yaml-text.ts';
import { valueAt } from './known-keys.ts';
import { type Mapping, type Mending, replaced } from './tree.ts';

/** What a text in place of a transport was meant as, and what to write. */
interface Meant {
  value: Mapping;
  hint: string;
}

const READERS: Readonly<Record<string, (text: string) => Meant>> = {
  slack: (text) =>
    isAddress(text)
      ? secret('slack', { key: 'webhook_secret', name: 'SLACK_WEBHOOK', kept: 'the address' })
      : {
          value: { channel: text, token_secret: 'SLACK_TOKEN' },
          hint: `write slack: { channel: ${yamlText(text)}, token_secret: SLACK_TOKEN }`,
        },
  teams: () => secret('teams', { key: 'webhook_secret', name: 'TEAMS_WEBHOOK', kept: 'the address' }),
  pagerduty: () => secret('pagerduty', { key: 'key_secret', name: 'PAGERDUTY_KEY', kept: 'the key' }),
  eventbridge: (text) => ({ value: { bus: text }, hint: `write eventbridge: { bus: ${yamlText(text)} }` }),
  ses: (text) => ({
    value: { from: 'news@acme.example', to: [text] },
    hint: `write ses: { from: SENDER, to: [${yamlText(text)}] }`,
  }),
  webhook: (url) => ({
    value: { url: 'https://hooks.acme.example/news', secret: 'WEBHOOK_SECRET' },
    hint:
      webhookAddress(url) === undefined
        ? `write https: [${yamlText(url)}], or webhook: { url: ${yamlText(url)}, secret: WEBHOOK_SECRET } for signed posts`
        : `write the transport of this address: ${webhookAddress(url)?.replace(/^.*?\. Write /, '')}`,
  }),
};

/** Replaces a text in place of a transport of a channel: the name of a channel of Slack, an address, a bus. */
export function mendTransports(given: Mending): Mending {
  return namesIn(given.data, 'channels').reduce(
    (before, channel) =>
      Object.entries(READERS).reduce((now, [transport, read]) => {
        const path = ['channels', channel, transport];
        const text = valueAt(now.data, path);
        if (typeof text !== 'string' || text.trim() === '') return now;
        const { value, hint } = read(text);
        const what = 'Wrong type of value: a mapping belongs here';
        return replaced(now, { path, value, problem: { path, what, hint }, moves: [] });
      }, before),
    given,
  );
}

function isAddress(text: string): boolean {
  return /^https?:/i.test(text.trim());
}

function secret(transport: string, { key, name, kept }: { key: string; name: string; kept: string }): Meant {
  const hint = `write ${transport}: { ${key}: ${name} }, and put ${kept} into the secret`;
  return { value: { [key]: name }, hint };
}
