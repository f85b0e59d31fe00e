import {
  DEFAULT_GROUPING,
  DEFAULT_INCIDENT_REPEAT,
  type Grouping,
  PLAIN_GROUPING,
  type Protocol,
  PROTOCOLS,
} from '../../domain/alerts/message.ts';
import {
  type Channel,
  type EditRules,
  OPERATORS,
  plainName,
  type Transports,
} from '../../domain/channels/channel.ts';
import { defined } from '../../domain/lib/fields.ts';
import type { Severity } from '../../domain/watches/watch.ts';
import { DEFAULT_ZONE, unique } from './schema/values.ts';
import type { WatchesFile } from './schema/file-schema.ts';
import { companyKey } from './schema/watchlist-schema.ts';

type Written = WatchesFile['channels'][string];

/** One channel of a valid file, with every default filled in. */
export function channelOf(name: string, { channel, file }: { channel: Written; file: WatchesFile }): Channel {
  const { quiet_hours: hours, now, storm_cap: stormCap, sms_price: smsPrice } = channel;
  return {
    ...addressesOf(channel),
    name,
    timezone: channel.timezone ?? zoneOf(file),
    minSeverity: channel.min_severity ?? 'info',
    ...defined<Partial<Channel>>({
      companies: channel.companies && companiesOf(channel.companies, file),
      quietHours: hours && { from: hours.from, to: hours.to, except: hours.except ?? 'critical' },
      daysOff: channel.days_off && unique(channel.days_off),
      protocolSeverity: protocolSeverityOf(channel),
      transports: transportsOf(channel),
      now,
      ...briefOf(channel),
      grouping: groupingOf(channel),
      stormCap,
      smsPrice,
      escalate: channel.escalate,
    }),
  };
}

/** What a model may use for the openings of a channel in a month: far more than a brief a day takes. */
const OPENING_TOKENS = 2_000_000;

function briefOf({ brief }: Written): Pick<Partial<Channel>, 'brief' | 'opening'> {
  if (typeof brief !== 'object') return defined({ brief });
  const { at, summary, model, language = 'en' } = brief;
  return { brief: at, ...(summary && { opening: { model, language, tokensPerMonth: OPENING_TOKENS } }) };
}

/**
 * The companies as they are written, and for those in watchlists both the name and the key. The service can spell a
 * name differently, but it keeps the key. Articles have only names.
 */
function companiesOf(written: readonly string[], { watchlists = {} }: WatchesFile): string[] {
  const wanted = new Set(written.map(plainName));
  const listed = Object.values(watchlists).flatMap(({ companies = [] }) => companies);
  const known = listed.flatMap((company) => {
    const names = [company.name, companyKey(company)];
    return names.some((name) => wanted.has(plainName(name))) ? names : [];
  });
  const others = known.filter((name) => !wanted.has(plainName(name)));
  return unique([...written, ...others]);
}

/** The channel of the operators, who are notified of incidents. */
export function operatorsOf(file: WatchesFile): Channel {
  const repeat = file.operators.repeat_interval ?? DEFAULT_INCIDENT_REPEAT;
  return {
    ...addressesOf(file.operators),
    name: OPERATORS,
    timezone: zoneOf(file),
    minSeverity: 'info',
    ...(file.edits !== undefined && { editRules: editRulesOf(file.edits) }),
    ...(repeat !== DEFAULT_INCIDENT_REPEAT && { grouping: { ...PLAIN_GROUPING, repeat } }),
  };
}

function editRulesOf(written: NonNullable<WatchesFile['edits']>): EditRules {
  return written === 'off' ? { off: true, mailDomains: [] } : { mailDomains: unique(written.mail_domains) };
}

type WrittenAddresses = Pick<Written, Protocol>;

function addressesOf(written: WrittenAddresses): Record<Protocol, string[]> {
  const [email = [], sms = [], https = [], queue = []] = (['email', 'sms', 'https', 'queue'] as const).map(
    (protocol) => {
      const { [protocol]: addresses = [] } = written;
      return unique('to' in addresses ? addresses.to : addresses);
    },
  );
  return { email, sms, https, queue };
}

/** The severities that protocols have for themselves. */
function protocolSeverityOf(written: WrittenAddresses): Channel['protocolSeverity'] {
  const own = PROTOCOLS.flatMap((protocol) => {
    const { [protocol]: addresses = [] } = written;
    const severity = 'to' in addresses ? addresses.min_severity : undefined;
    return severity === undefined ? [] : [[protocol, severity] as const];
  });
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

/** The transports beside SNS, with the names that are stored. */
function transportsOf({
  ses,
  slack,
  teams,
  pagerduty,
  webhook,
  eventbridge,
}: Written): Transports | undefined {
  const transports = defined<Transports>({
    ses: ses && { from: ses.from, to: unique(ses.to), ...ownSeverity(ses) },
    slack: slack && slackOf(slack),
    teams: teams && { webhookSecret: teams.webhook_secret, ...ownSeverity(teams) },
    pagerduty: pagerduty && { keySecret: pagerduty.key_secret, ...ownSeverity(pagerduty) },
    webhook: webhook && webhookOf(webhook),
    eventbridge: eventbridge && { bus: eventbridge.bus, ...ownSeverity(eventbridge) },
  });
  return Object.keys(transports).length === 0 ? undefined : transports;
}

function slackOf(written: NonNullable<Written['slack']>): NonNullable<Transports['slack']> {
  const { channel, token_secret: tokenSecret, webhook_secret: webhookSecret } = written;
  if (channel !== undefined && tokenSecret !== undefined)
    return { channel, tokenSecret, ...ownSeverity(written) };
  if (webhookSecret === undefined) throw new Error('slack has no secret: check the rules of the file first');
  return { webhookSecret, ...ownSeverity(written) };
}

/** What a body is where nothing is said. */
const JSON_TYPE = 'application/json';

function webhookOf(written: NonNullable<Written['webhook']>): NonNullable<Transports['webhook']> {
  const { url, secret, preset, body, content_type: contentType = JSON_TYPE } = written;
  if (url !== undefined && secret !== undefined) return { url, secret, ...ownSeverity(written) };
  const { url_secret: urlSecret, token_secret: tokenSecret } = written;
  if (urlSecret === undefined) throw new Error('webhook has no address: check the rules of the file first');
  const address = { urlSecret, ...(tokenSecret !== undefined && { tokenSecret }), ...ownSeverity(written) };
  if (preset !== undefined) return { ...address, preset };
  if (body === undefined) throw new Error('webhook has no body: check the rules of the file first');
  return { ...address, body, contentType };
}

function ownSeverity({ min_severity: minSeverity }: { min_severity?: Severity | undefined }) {
  return minSeverity === undefined ? {} : { minSeverity };
}

function zoneOf({ defaults }: WatchesFile): string {
  return defaults?.timezone ?? DEFAULT_ZONE;
}

/** A channel that sets one of these keys has groups; the other keys have their defaults. */
function groupingOf(channel: Written): Grouping | undefined {
  const { group_by: by, group_wait: wait, group_interval: interval, repeat_interval: repeat } = channel;
  const written = defined<Partial<Grouping>>({ by, wait, interval, repeat });
  return Object.keys(written).length === 0 ? undefined : { ...DEFAULT_GROUPING, ...written };
}
