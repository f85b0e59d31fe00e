import { ACCOUNT } from '../local-account.ts';
import { entriesOf, type Xml } from './sns-wire.ts';
import type { Subscription, Subscriptions } from './subscriptions.ts';

/** One action of SNS: from the form of the request to the tree of its result. */
export type Action = (form: URLSearchParams) => Xml | Promise<Xml>;

/** SNS lists a hundred at a time. */
const PAGE = 100;

/** The actions on subscriptions. `topicOf` returns the topic that a form names, or throws when there is none. */
export function subscriptionActions(
  subscriptions: Subscriptions,
  topicOf: (form: URLSearchParams) => string,
): Readonly<Record<string, Action>> {
  const arnOf = (form: URLSearchParams) => form.get('SubscriptionArn') ?? '';
  return {
    Subscribe: (form) => {
      const attributes = entriesOf(form, 'Attributes').map((one) => [
        one.get('key') ?? '',
        one.get('value') ?? '',
      ]);
      const { arn, isPending = false } = subscriptions.subscribe({
        topicArn: topicOf(form),
        protocol: form.get('Protocol') ?? '',
        endpoint: form.get('Endpoint') ?? '',
        attributes: Object.fromEntries(attributes),
      });
      const isHidden = isPending && form.get('ReturnSubscriptionArn') !== 'true';
      return [['SubscriptionArn', isHidden ? 'pending confirmation' : arn]];
    },
    ConfirmSubscription: (form) => {
      const { arn } = subscriptions.confirm(topicOf(form), form.get('Token') ?? '');
      return [['SubscriptionArn', arn]];
    },
    Unsubscribe: (form) => {
      subscriptions.remove(arnOf(form));
      return [];
    },
    ListSubscriptionsByTopic: (form) => {
      const all = subscriptions.of(topicOf(form));
      const from = Number(form.get('NextToken') ?? 0);
      const page: Xml = all.slice(from, from + PAGE).map((one) => ['member', memberOf(one)] as const);
      const next: Xml = from + PAGE < all.length ? [['NextToken', String(from + PAGE)]] : [];
      return [['Subscriptions', page], ...next];
    },
    GetSubscriptionAttributes: (form) => {
      const attributes = Object.entries(attributesOf(subscriptions.get(arnOf(form))));
      const entries: Xml = attributes.map(
        ([key, value]) => ['entry', [['key', key] as const, ['value', value] as const]] as const,
      );
      return [['Attributes', entries]];
    },
    SetSubscriptionAttributes: (form) => {
      const [name, value] = [form.get('AttributeName') ?? '', form.get('AttributeValue') ?? ''];
      subscriptions.set(arnOf(form), { name, value });
      return [];
    },
  };
}

/** SNS lists a pending subscription without its ARN, so that nobody can read, change or end it. */
function memberOf({ arn, topicArn, protocol, endpoint, isPending = false }: Subscription): Xml {
  return [
    ['SubscriptionArn', isPending ? 'PendingConfirmation' : arn],
    ['Owner', ACCOUNT],
    ['Protocol', protocol],
    ['Endpoint', endpoint],
    ['TopicArn', topicArn],
  ];
}

function attributesOf({
  arn,
  topicArn,
  protocol,
  endpoint,
  attributes,
  isPending = false,
}: Subscription): Record<string, string> {
  return {
    SubscriptionArn: arn,
    TopicArn: topicArn,
    Owner: ACCOUNT,
    Protocol: protocol,
    Endpoint: endpoint,
    PendingConfirmation: String(isPending),
    ConfirmationWasAuthenticated: String(!isPending),
    RawMessageDelivery: 'false',
    ...attributes,
    ...('FilterPolicy' in attributes ? { FilterPolicyScope: 'MessageAttributes' } : {}),
  };
}
