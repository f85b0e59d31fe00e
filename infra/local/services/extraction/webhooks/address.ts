import { isIP } from 'node:net';
import { isPublicHost } from '../../../../../shared/providers/http/public/public-address.ts';
import type { Webhook } from './webhook.ts';

/** Where the two chat platforms take messages. */
const CHAT_HOSTS = {
  slack: /^hooks\.slack\.com$/,
  teams: /(?:^|\.)(?:webhook\.office\.com|logic\.azure\.com|api\.powerplatform\.com)$/,
} as const;

const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Why a receiver's address is refused, or undefined when it is good: https on a public host name. With `allowLoopback`
 * this machine is good as well, with http too (extraction service, webhooks).
 */
export function addressFault(
  address: string,
  { allowLoopback }: { allowLoopback: boolean },
): string | undefined {
  if (!URL.canParse(address)) return 'url is not an address such as https://hooks.example.com/x';
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return 'url must not hold a name or password: use auth';
  if (allowLoopback && LOOPBACK_NAME.test(hostname) && /^https?:$/.test(protocol)) return undefined;
  if (protocol !== 'https:') return 'url must begin with https://';
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return 'url must name a host, not an IP address';
  if (!isPublicHost(hostname)) return 'url must name a public host';
  return undefined;
}

/** The type for an address when none is given: that of the chat platform it leads to, else generic. */
export function typeFor(address: string): Webhook['type'] {
  const hostname = URL.canParse(address) ? new URL(address).hostname : '';
  if (CHAT_HOSTS.slack.test(hostname)) return 'slack';
  return CHAT_HOSTS.teams.test(hostname) ? 'teams' : 'generic';
}

/** True when a webhook of this type may have this address: chat types only on their platform's hosts. */
export function typeFits(type: Webhook['type'], address: string): boolean {
  return (type !== 'slack' && type !== 'teams') || typeFor(address) === type;
}
