// What people write for a chat: the address of its webhook below `https`, or the token itself in place of a secret's name.

/** Hosts of incoming webhooks, the transport that posts to them, and the secret that holds the address. */
const HOSTS: readonly [host: RegExp, of: string, fix: string][] = [
  [/(?:^|\.)slack(?:-gov)?\.com$/, 'Slack', 'slack: { webhook_secret: SLACK_WEBHOOK }'],
  [
    /(?:^|\.)(?:webhook\.office\.com|logic\.azure\.(?:com|us)|powerplatform\.com|powerautomate\.com)$/,
    'Microsoft Teams',
    'teams: { webhook_secret: TEAMS_WEBHOOK }',
  ],
  [/(?:^|\.)pagerduty\.com$/, 'PagerDuty', 'pagerduty: { key_secret: PAGERDUTY_KEY }'],
];

/**
 * What to write in place of the address of a chat or of PagerDuty, as two sentences; undefined for any other address. Such an
 * address is a secret, and its host never confirms a subscription.
 */
export function webhookAddress(address: string): string | undefined {
  const host = URL.parse(address)?.hostname.toLowerCase();
  const known = host === undefined ? undefined : HOSTS.find(([pattern]) => pattern.test(host));
  if (!known) return undefined;
  const [, of, fix] = known;
  const kept = of === 'PagerDuty' ? 'the key' : 'the address';
  return `This address belongs to ${of}, which takes no messages of SNS. Write ${fix} in the channel, and put ${kept} into the secret`;
}

/** Beginnings of the tokens of Slack, of signing secrets and of addresses. */
const VALUE = /^(?:xox[a-z]-|xapp-|whsec_|https?:)/i;
/** Keys without a word in them, such as the 32 characters of an integration of PagerDuty. */
const KEY = /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9+=]{20,}$/;

/** Whether a text looks like the value of a secret, and not like its name. */
export function isSecretValue(text: string): boolean {
  return VALUE.test(text.trim()) || KEY.test(text.trim());
}
