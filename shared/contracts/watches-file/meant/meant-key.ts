import { nearest } from '../near-miss.ts';

function same(key: string, words: string): Record<string, string> {
  return Object.fromEntries(words.split(' ').map((word) => [word, key]));
}

/** Names that people give to keys of the file. A name counts only where its key is possible. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = invert([
  same('query', 'queries search searches params parameters filters filter'),
  same('query', 'q keywords'),
  same('additional_filters', 'filters filter conditions where match criteria'),
  same('company_name', 'company companies organisation organization company_names'),
  same('count', 'threshold min minimum at_least articles'),
  same('q', 'query queries keyword keywords text search term terms search_query'),
  same('author_name', 'author authors journalist name writer by'),
  same('email', 'emails mail mails e_mail to recipients recipient address addresses'),
  same('sms', 'phone phones phone_number phone_numbers mobile tel telephone number numbers text_message'),
  same('https', 'webhook webhooks http url urls hook hooks endpoint callback slack_webhook'),
  same('queue', 'sqs queues sqs_queue'),
  same('schedule', 'cron interval every frequency run_every rate runs when_to_run period at timer'),
  same('lang', 'language languages langs locale'),
  same('countries', 'country region regions'),
  same('sources', 'source outlets outlet domains sites site publishers'),
  same('not_sources', 'exclude_sources excluded_sources without_sources not_source'),
  same('theme', 'themes topic topics category categories'),
  same('severity', 'level importance urgency alert_level'),
  same('alert', 'alerts notify notification notifications notification_settings action actions'),
  same('channel', 'channels to notify recipient target'),
  same('when', 'policy on trigger condition if'),
  same('kind', 'type kinds sort mode'),
  same('timezone', 'time_zone tz zone'),
  same('lookback', 'look_back history since'),
  same('retention', 'keep_for ttl expire expires'),
  same('quiet_hours', 'quiet silence_hours do_not_disturb dnd mute'),
  same('brief', 'briefs briefing summary digest digests daily'),
  same('now', 'at_once immediate immediately instant'),
  same('raise', 'raises raise_when escalate escalation climb climbs promote'),
  same('to', 'severity level'),
  same('top_rank', 'rank best_rank seo_rank'),
  same('token_secret', 'token bot_token token_name secret'),
  same('webhook_secret', 'webhook webhook_url url secret'),
  same('key_secret', 'key routing_key integration_key service_key secret'),
  same('min_severity', 'minimum_severity severity min_level'),
  same('watches', 'watch searches queries monitors alerts jobs'),
  same('channels', 'channel notifications receivers outputs'),
  same('operators', 'operator ops admins admin oncall on_call'),
  same('defaults', 'default settings global globals'),
  same('brands', 'brand'),
  same('reports', 'report'),
  same('watchlists', 'watchlist watch_lists'),
  same('exclude', 'excludes excluded ignore blacklist blocklist'),
  same('domains', 'domain sources sites'),
  same('phrases', 'phrase words keywords'),
  same('enabled', 'enable active'),
  same('calls_per_month', 'calls monthly_calls quota'),
  same('from', 'start begin after'),
  same('to', 'end until before'),
  same('names', 'name aliases'),
  same('companies', 'company'),
]);

/** The keys that a name can stand for, the likeliest first. */
function invert(rows: readonly Record<string, string>[]): Record<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const row of rows)
    for (const [word, key] of Object.entries(row)) found.set(word, [...(found.get(word) ?? []), key]);
  return Object.fromEntries(found);
}

/** Keys of other tools that resemble a key of the file and mean something else. */
const OTHERS: ReadonlySet<string> = new Set(['include', 'includes', 'import', 'imports', 'extends', 'not']);

/** The key that was probably meant: one that is spelt nearly so, or that has this meaning. */
export function meantKey(written: string, keys: readonly string[]): string | undefined {
  if (OTHERS.has(written)) return undefined;
  const name = written
    .trim()
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
    .replaceAll(/["'“”‘’]/g, '');
  const listed = Object.hasOwn(SYNONYMS, name) ? (SYNONYMS[name] ?? []) : [];
  return (
    keys.find((key) => key === name) ?? listed.find((key) => keys.includes(key)) ?? nearest(written, keys)
  );
}
