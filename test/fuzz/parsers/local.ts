import * as z from 'zod';
import { keepSubscriptions, type Subscription } from '../../../infra/local/aws/topic/subscriptions.ts';
import { answerXml, entriesOf, parsePublish, textFor } from '../../../infra/local/aws/topic/sns-wire.ts';
import { subscriptionActions } from '../../../infra/local/aws/topic/topic-engine.ts';
import { definitionSchema } from '../../../infra/local/aws/scheduler/schedule-record.ts';
import { EngineRefused } from '../../../infra/local/aws/engine-app.ts';
import { dayOfFilter, readFilters } from '../../../infra/local/services/events/event-filters.ts';
import { discoverEvents } from '../../../infra/local/services/events/discover-events.ts';
import { searchRequest } from '../../../infra/local/services/events/service.ts';
import { checkQuery } from '../../../infra/local/services/extraction/jobs/check-query.ts';
import { submitBody } from '../../../infra/local/services/extraction/jobs/submit.ts';
import {
  addressFault,
  createBody,
  typeFor,
} from '../../../infra/local/services/extraction/webhooks/routes.ts';
import {
  readSchedule,
  ScheduleFault,
} from '../../../infra/local/services/extraction/monitors/read-schedule.ts';
import { isPublicAddress } from '../../../shared/providers/http/public-address.ts';
import { renderTemplate, templateFault } from '../../../infra/local/services/extraction/webhooks/webhook.ts';
import { lineFrom } from '../../../infra/local/services/kit/corpus/corpus.ts';
import { CorpusError } from '../../../infra/local/services/kit/corpus/read-lines.ts';
import { readAs, RequestRefused } from '../../../infra/local/services/kit/http/refusal.ts';
import { parseEntityQuery } from '../../../infra/local/services/news/entity-filter.ts';
import {
  anchorsOf,
  customTagsOf,
  domainOf,
  isBareDomain,
  linkedDomainsOf,
  linkKey,
  linksOf,
  Entry,
  summaryOf,
} from '../../../infra/local/services/news/library/entry.ts';
import { readDate } from '../../../shared/domain/time/spoken-time.ts';
import { readParameters } from '../../../infra/local/services/news/request/read-parameters.ts';
import { parseAs } from '../../../shared/contracts/parse-as.ts';
import { NOON } from '../../ports/examples.ts';
import type { Parser } from '../parser.ts';

const TOPIC = 'arn:aws:sns:eu-west-1:000000000000:t';
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

/** Reads a request to SNS as the local topic does. */
async function sns(text: string): Promise<void> {
  const fields = new URLSearchParams(text);
  const kept = new Map<string, Subscription>();
  const subscriptions = keepSubscriptions({
    get: (id: string) => kept.get(id),
    put: (id: string, one: Subscription) => void kept.set(id, one),
    remove: (id: string) => void kept.delete(id),
    all: () => [...kept.values()],
  });
  const actions = subscriptionActions(subscriptions, () => TOPIC);
  for (const name of [
    'Subscribe',
    'GetSubscriptionAttributes',
    'SetSubscriptionAttributes',
    'ListSubscriptionsByTopic',
    'Unsubscribe',
  ]) {
    await refusedBy(EngineRefused, async () => answerXml(name, await actions[name]!(fields)));
  }
  await refusedBy(EngineRefused, () => {
    const message = parsePublish(fields);
    textFor(message, 'email');
    subscriptions.reached(TOPIC, message.attributes);
  });
  entriesOf(fields, 'MessageAttributes');
}

async function refusedBy(
  kind: abstract new (...given: never[]) => Error,
  work: () => unknown,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof kind)) throw error;
  }
}

const SEARCH = [
  {
    q: '"Acme Corp" AND lay*',
    lang: ['en', 'fr'],
    from_: '7 days ago',
    to_: 'now',
    page_size: 10,
    'custom_tags.industry': ['a'],
    by_parse_date: true,
    published_date_precision: 'full',
    include_nlp_data: true,
  },
  {
    q: 'a',
    predefined_sources: 'top 50 US',
    sources: ['nytimes.com'],
    ORG_entity_name: '"Acme" AND NOT COUNT("x", 2, "gt")',
    sort_by: 'date',
    clustering_enabled: false,
    theme: 'Tech, Business',
  },
].map((one) => JSON.stringify(one));

const LINES = [
  {
    id: 'a1',
    title: 'Acme lays off 500 workers in Lyon - Example News',
    link: 'https://news.example/1',
    published_date: '2026-11-20 08:00:00',
    parse_date: '2026-11-20 08:05:00',
    language: 'en',
    content:
      'Retailer Acme Corp. said on Friday it will cut 500 jobs at its plant in Lyon. See https://x.example/a.',
    authors: ['Jane'],
    domain_url: 'news.example',
    all_links: ['https://a.example'],
    nlp: { theme: 'Business, Tech', sentiment: { title: 0.1 } },
    custom_tags: { a: ['b'] },
  },
  {
    title: 'Hackers steal data of 3 million customers from Globex Inc.',
    link: 'https://b.example/2',
    published_date: '2026/11/20 08:00:00',
    content: 'The breach at Globex exposed names, emails and $3.5 million.',
  },
  {
    title: 'Startup Initech raises $20 million in Series B led by Acme Ventures and Globex',
    published_date: '2026-11-20',
    content: 'x',
  },
  {
    id: 'e1',
    event_type: 'layoff',
    event_date: '2026-11-20',
    extraction_date: '2026-11-20 09:00:00',
    company_name: 'Acme',
    layoff: { number_of_people_laid_off: 5 },
  },
].map((one) => JSON.stringify(one));

async function corpusLine(text: string, discover: boolean): Promise<void> {
  await refusedBy(CorpusError, async () => {
    const line = lineFrom({ file: 'f', line: 1, text });
    if (line.kind !== 'article') return;
    const { record } = line;
    void new Entry(line, 0);
    [linksOf, linkedDomainsOf, anchorsOf, customTagsOf, summaryOf].forEach((read) => read(record));
    if (discover) await discoverEvents([line]);
  });
}

const inLine = (field: string) => (long: string) =>
  JSON.stringify({ ...(JSON.parse(LINES[0]!) as object), [field]: long });

export const localParsers: readonly Parser[] = [
  {
    name: 'news-parameters',
    form: 'json',
    seeds: SEARCH,
    share: 8,
    read: (text) => {
      const value: unknown = JSON.parse(text);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
      const values = new Map(Object.entries(value));
      readParameters({ values, fromQuery: false }, { path: 'search', strict: false, now: NOON });
    },
    refuses: [RequestRefused],
    around: [
      (long) => JSON.stringify({ q: long }),
      (long) => JSON.stringify({ q: 'a', from_: long }),
      (long) => JSON.stringify({ q: 'a', sources: long }),
      (long) => JSON.stringify({ q: 'a', [long]: 1 }),
    ],
  },
  {
    name: 'news-entity-queries',
    form: 'text',
    seeds: ['"Acme" AND NOT (Globex OR COUNT("x", 2, "gt"))', 'NEAR("a", "b", 5, true) OR c'],
    share: 5,
    read: (text) => parseEntityQuery(text, 'ORG_entity_name'),
    refuses: [RequestRefused],
    pieces: [
      '(',
      ')',
      '"',
      'NEAR(',
      'COUNT(',
      'a AND ',
      'NOT ',
      '((',
      '"a", ',
      ' ',
      'COUNT("a", ',
      'a AND (',
    ],
  },
  {
    name: 'dates-of-requests',
    form: 'text',
    seeds: [
      'now',
      '7 days ago',
      'an hour ago',
      '24h',
      '2026-11-20',
      '2026/11/20 08:00:00.1234 +01:00',
      'now-30d',
      '30d',
      'yesterday',
    ],
    share: 5,
    read: (text) => {
      readDate(text, NOON);
      dayOfFilter(text, NOON);
    },
  },
  {
    name: 'events-filters',
    form: 'json',
    seeds: [
      {
        event_type: 'layoff',
        attach_articles_data: true,
        additional_filters: {
          company_name: ['Acme'],
          event_date: { gte: 'now-30d', lte: 'now' },
          'layoff.number_of_people_laid_off': { gte: 5 },
        },
        additional_article_fields: ['title'],
      },
      {
        event_type: 'data_breach',
        additional_filters: { extraction_date: { gte: '2026-11-01' }, 'data_breach.data_type': 'x' },
      },
    ].map((one) => JSON.stringify(one)),
    share: 8,
    read: (text) => {
      const read = searchRequest.safeParse(JSON.parse(text));
      if (read.success) readFilters(read.data.additional_filters, { type: read.data.event_type, now: NOON });
    },
    refuses: [RequestRefused],
    around: [
      (long) =>
        JSON.stringify({
          event_type: 'layoff',
          additional_filters: { company_name: long, [long]: 1, event_date: { gte: long } },
        }),
    ],
  },
  {
    name: 'spoken-schedules',
    form: 'text',
    seeds: [
      'every weekday at 8:30 am',
      'daily',
      'Mondays and Thursdays at noon Europe/Paris',
      '0 8 * * 1-5',
      'every 3 days at 17:30',
      'on the 15th of each month',
      'every 2 hours',
    ],
    share: 4,
    read: (text) => readSchedule(text, { timezone: 'UTC', restHours: 1 }),
    refuses: [ScheduleFault],
  },
  {
    name: 'extraction-queries',
    form: 'text',
    seeds: [
      'Layoffs at banks in Europe since 2026',
      'What is a data breach?',
      'Will Acme Corp raise money in the future',
    ],
    share: 1,
    read: (text) => checkQuery(text.slice(0, 10_000)),
    timeless: 'the request takes 10,000 characters',
  },
  {
    name: 'extraction-bodies',
    form: 'json',
    seeds: [
      {
        query: 'Layoffs at banks',
        context: 'Europe',
        limit: 10,
        validators: [{ name: 'is_one', type: 'boolean', description: 'It is one.' }],
        enrichments: [{ name: 'people', type: 'number', description: 'How many, one of: few, many' }],
        webhook_ids: ['w1'],
      },
      {
        name: 'W',
        url: 'https://h.example/x',
        type: 'generic',
        headers: { 'x-a': 'b' },
        params: { c: 'd' },
        auth: { type: 'bearer', token: 't' },
        formatter_config: { template: '{}' },
      },
    ].map((one) => JSON.stringify(one)),
    share: 4,
    read: async (text) => {
      const value: unknown = JSON.parse(text);
      for (const schema of [submitBody(100, { strict: false }), createBody]) {
        await refusedBy(RequestRefused, () => readAs(schema as z.ZodType, value));
      }
    },
  },
  {
    name: 'webhook-templates',
    form: 'text',
    seeds: [
      '{"text": {{ records | json }}}',
      '{% for r in records %}{{ r.record_title | upcase }}{% endfor %}',
      'plain {{ event }}',
    ],
    share: 2,
    read: (text) => {
      if (templateFault(text) !== undefined) return;
      try {
        renderTemplate(text, { event: 'x', records: [{ record_title: 'T' }] });
      } catch (error) {
        if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError)
          throw error;
      }
    },
    timeless: 'the library limits its own time',
  },
  {
    name: 'receiver-addresses',
    form: 'text',
    seeds: [
      'https://hooks.example.com/x?y=1',
      'http://127.0.0.1:8080/',
      'https://hooks.slack.com/a',
      '2001:db8::1',
      '::ffff:10.0.0.1',
      '64:ff9b::8.8.8.8',
    ],
    share: 6,
    read: (text) => {
      addressFault(text, { allowLoopback: true });
      typeFor(text);
      isPublicAddress(text);
      for (const read of [domainOf, linkKey, isBareDomain]) read(text);
    },
    pieces: ['/', '.', 'a.', ':', '::', '[', '@', '%', '-'],
    around: [(long) => long, (long) => `https://${long}.example/`, (long) => `https://a.example/${long}x`],
  },
  {
    name: 'corpus-lines',
    form: 'json',
    seeds: LINES,
    share: 4,
    read: (text) => corpusLine(text, false),
    around: ['title', 'content', 'link', 'domain_url', 'published_date', 'language'].map(inLine),
  },
  {
    name: 'event-discovery',
    form: 'json',
    seeds: LINES,
    share: 1,
    read: (text) => corpusLine(text, true),
    around: ['title', 'content'].map(inLine),
  },
  {
    name: 'sns-wire',
    form: 'text',
    seeds: [
      form({
        Action: 'Publish',
        TopicArn: TOPIC,
        Subject: 'acme',
        Message: '{"default":"d","email":"e"}',
        MessageStructure: 'json',
        'MessageAttributes.entry.1.Name': 'channel',
        'MessageAttributes.entry.1.Value.DataType': 'String',
        'MessageAttributes.entry.1.Value.StringValue': 'desk',
      }),
      form({
        Action: 'Subscribe',
        TopicArn: TOPIC,
        Protocol: 'email',
        Endpoint: 'a@acme.example',
        'Attributes.entry.1.key': 'FilterPolicy',
        'Attributes.entry.1.value': '{"channel":["desk"]}',
      }),
      form({
        Action: 'SetSubscriptionAttributes',
        SubscriptionArn: `${TOPIC}:x`,
        AttributeName: 'RawMessageDelivery',
        AttributeValue: 'true',
        NextToken: '0',
      }),
      form({
        Protocol: 'https',
        Endpoint: 'https://h.example/x',
        'Attributes.entry.1.key': 'RawMessageDelivery',
        'Attributes.entry.1.value': 'true',
      }),
    ],
    share: 4,
    read: sns,
    around: [
      (long) => long,
      (long) => form({ TopicArn: TOPIC, Message: long, Subject: long }),
      (long) => form({ Protocol: 'email', Endpoint: long }),
      (long) => form({ Protocol: 'https', Endpoint: `https://${long}` }),
    ],
  },
  {
    name: 'schedules-of-aws',
    form: 'json',
    seeds: [
      JSON.stringify({
        ScheduleExpression: 'rate(15 minutes)',
        ScheduleExpressionTimezone: 'UTC',

        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: { Arn: 'arn:aws:sqs:x', RoleArn: 'r', Input: '{}' },
      }),
    ],
    share: 2,
    read: (text) => parseAs(definitionSchema, JSON.parse(text)),
    refuses: [z.ZodError],
  },
];
