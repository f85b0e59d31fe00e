import * as z from 'zod';
import { amount, count, maybe, named, severity, text, texts } from '../contracts/message-document.ts';
import { parseAs } from '../contracts/parse-as.ts';
import { alertItemOf } from '../domain/alerts/alert.ts';
import { sentimentOf, type StoredFinding } from '../domain/findings/finding.ts';
import { typedKeys } from '../domain/lib/fields.ts';
import type { AlertEntry } from '../domain/pages/inbox.ts';
import { type Searched, searchedState } from '../domain/pages/search-match.ts';
import { fieldsOf, placeText } from '../domain/pages/search-view.ts';
import { type PageLinks, receiptLink } from '../domain/pages/signed-link.ts';
import { channelNotices, storyPlaceIn, storyPlaceText } from '../domain/pages/story-page.ts';
import { mayAct } from '../domain/pages/viewer.ts';
import { type Story, storyOfRecord } from '../domain/stories/story.ts';
import { channelsOf } from '../domain/watches/watch.ts';
import { entryOf, itemOf } from '../render/message/alerts-json.ts';
import { explainAlert, explainArticle } from '../use-cases/explain/explain-article.ts';
import { readStatuses } from '../use-cases/pages/read-inbox.ts';
import { readSearch } from '../use-cases/pages/read-search.ts';
import { readRecord, readRun } from '../use-cases/pages/read-story.ts';
import { missing } from './problem.ts';
import { type Asked, type Caller, type Route, route } from './route.ts';
import * as s from './schemas.ts';

/** How many entries a page has of what is not searched. */
const ON_A_PAGE = 100;

/** A page of what lies in the order of its keys. */
export function pageOf<T>(
  all: readonly T[],
  { after = '' }: { after?: string | undefined },
  keyOf: (one: T) => string,
): { items: T[]; next?: string } {
  const left = all.filter((one) => keyOf(one) > after).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const items = left.slice(0, ON_A_PAGE);
  const last = items.at(-1);
  return { items, ...(last && left.length > ON_A_PAGE && { next: keyOf(last) }) };
}

/** The link to a receipt lets people act, so only editors get it. */
function alertOf({ alert, state }: AlertEntry, { caller, links }: { caller: Caller; links: PageLinks }) {
  const became = { ...state, state: searchedState(state) };
  const receipt = mayAct(caller) ? receiptLink(alert, links) : undefined;
  return { ...entryOf(alert, receipt), channel: alert.channel, became };
}

function findingOf({ finding, ...stored }: StoredFinding) {
  const { type, indexedAt, language, snippet } = finding;
  const own = {
    type,
    indexedAt,
    language,
    snippet,
    sentiment: sentimentOf(finding),
    fields: fieldsOf(finding),
  };
  return { ...itemOf(alertItemOf(finding)), ...own, ...stored };
}

function storyOf(story: Story, watches: readonly string[]) {
  return { ...story, watches, articles: story.members.length };
}

/** Searches as the pages do. With words, all kinds are searched together, best first, and a page has parts. */
async function search({ input, caller, ports }: Asked<Readonly<Record<string, unknown>>>, kind?: Searched) {
  const { after = '', ...fields }: Record<string, string> = parseAs(z.record(text, text), input);
  const [, part = '1', place = after] = /^(\d+)!(.*)$/.exec(after) ?? [];
  const given = { ...fields, part, after: place, ...(kind && { in: kind }) };
  const desk = { now: ports.clock.now() };
  const [links, { groups, parts, next }] = await Promise.all([
    ports.links(),
    readSearch(given, { ports, desk }),
  ]);
  // One result for each story: the story itself, or else an alert or a finding of it.
  const hits = groups.flatMap(({ stories, alerts, found }) => [...stories, ...alerts, ...found].slice(0, 1));
  const items = hits.map((hit) => ({
    kind: hit.kind,
    ...(hit.kind === 'alerts' && { alert: alertOf(hit, { caller, links }) }),
    ...(hit.kind === 'stories' && { story: storyOf(hit.story, hit.watches) }),
    ...('found' in hit && { finding: findingOf(hit.found) }),
  }));
  if (Number(part) < parts) return { items, next: `${Number(part) + 1}!${place}` };
  return { items, next: next && placeText(next) };
}

/** The lists of what a search finds of one kind. */
const LISTS = {
  stories: {
    about: 'Lists stories, the newest first. A story is what several outlets report about one event.',
    item: s.storySchema,
    input: s.searchFields,
  },
  alerts: {
    about: 'Lists alerts, the newest first: what was sent, waits, was muted or dropped.',
    item: s.alertSchema,
    input: s.alertFields,
  },
  findings: {
    about: 'Lists the articles and events that watches have found, the newest first.',
    item: s.findingSchema,
    input: s.findingFields,
  },
  records: {
    about: 'Lists the records of extraction watches with their fields, the newest first.',
    item: s.findingSchema,
    input: s.findingFields,
  },
} as const satisfies Record<Searched, { about: string; item: z.ZodType; input: z.ZodRawShape }>;

const lists = typedKeys(LISTS).map((kind) => {
  const { about, item, input } = LISTS[kind];
  return route<z.ZodRawShape, z.ZodObject>({
    path: `/${kind}`,
    name: kind,
    about,
    input,
    answer: s.listOf(kind, item),
    async use(asked) {
      const { items, next } = await search(asked, kind);
      return { items: items.map(({ alert, story, finding }) => alert ?? story ?? finding), next };
    },
  });
});

export const readRoutes: readonly Route[] = [
  ...lists,
  route({
    path: '/search',
    name: 'search',
    about:
      'Searches stories, alerts, findings and records: one result for each story, with words the best first.',
    input: s.searchFields,
    answer: s.listOf('hits', s.hitSchema),
    use: (asked) => search(asked),
  }),
  route({
    path: '/stories/{id}',
    name: 'story',
    about: 'Shows a story with a page of its articles, and what channels were notified of.',
    input: { id: s.id, after: s.after },
    answer: named(
      'StoryPage',
      z.object({
        story: s.storySchema,
        notified: z.array(z.object({ channel: text, severity, at: s.time, alerts: texts })),
        articles: z.array(z.object({ article: s.findingSchema, copies: count })),
        next: maybe,
      }),
    ),
    async use({ input: { id, after = '' }, ports }) {
      const record = await readRecord(id, ports);
      if (!record) return missing('story');
      const { folded, next } = await readRun(record, { from: storyPlaceIn(after), ports });
      return {
        story: storyOf(storyOfRecord(record), record.watches),
        notified: channelNotices(record.notices),
        articles: folded.map(({ article, copies }) => ({
          article: findingOf(article),
          copies: copies.length,
        })),
        next: next && storyPlaceText(next),
      };
    },
  }),
  route({
    path: '/alerts/{id}',
    name: 'alert',
    about: 'Shows an alert, on the first of its lanes.',
    input: { id: s.id },
    answer: s.alertSchema,
    async use({ input, caller, ports }) {
      const stored = await ports.alerts.get(input.id);
      return stored ? alertOf(stored, { caller, links: await ports.links() }) : missing('alert');
    },
  }),
  route({
    path: '/watches',
    name: 'watches',
    about: 'Lists watches: saved queries with a schedule, a policy and channels.',
    input: { brand: s.name, after: s.after },
    answer: s.listOf(
      'watches',
      z.object({
        id: text,
        kind: text,
        brand: maybe,
        severity,
        priority: count,
        schedule: text,
        timezone: text,
        query: z.record(text, z.unknown()).describe('The parameters of the service.'),
        when: text.describe('Its policy.'),
        channels: texts,
        disabled: z.boolean().optional(),
      }),
    ),
    async use({ input, ports }) {
      const all = await ports.definitions.watches();
      const watches = all.filter(({ brand }) => input.brand === undefined || brand === input.brand);
      const { items, next } = pageOf(watches, input, ({ id }) => id);
      return {
        items: items.map((watch) => ({ ...watch, ...watch.alert, channels: channelsOf(watch.alert) })),
        next,
      };
    },
  }),
  route({
    path: '/status',
    name: 'status',
    about: 'Shows how watches run, which incidents are open, and how many messages have failed.',
    input: { watch: s.name, after: s.after },
    answer: named(
      'Status',
      z.object({
        items: z.array(s.statusSchema),
        next: maybe,
        incidents: z.array(s.incidentSchema),
        deadMessages: amount,
      }),
    ),
    async use({ input, caller, ports }) {
      const now = ports.clock.now();
      const all = await ports.definitions.watches();
      const asked = all.filter(({ id }) => input.watch === undefined || id === input.watch);
      const { items, next } = pageOf(asked, input, ({ id }) => id);
      const [incidents, quarantined, dead] = await Promise.all([
        ports.incidents.open(),
        ports.quarantine.counts(now),
        caller.brands === 'all' ? ports.messages.dead() : undefined,
      ]);
      return {
        items: await readStatuses(items, ports, { now, incidents, quarantined }),
        incidents,
        deadMessages: dead?.length,
        next,
      };
    },
  }),
  route({
    path: '/explain',
    name: 'explain',
    about: 'Explains why an alert came, or what a watch made of a finding.',
    input: { alert: s.id.optional(), watch: s.name, finding: s.id.optional() },
    answer: s.explanationsSchema,
    async use({ input, ports }) {
      const watch = await ports.definitions.watch(input.watch ?? '');
      const [lanes, found] = await Promise.all([
        ports.alerts.onLanes(input.alert ?? ''),
        watch ? ports.findings.read(watch.id, [input.finding ?? '']) : [],
      ]);
      const now = ports.clock.now();
      const said = await Promise.all([
        ...lanes.map((one) => explainAlert(one, ports)),
        ...found.flatMap((one) =>
          watch ? explainArticle({ ...one, watch, matches: true, now }, ports) : [],
        ),
      ]);
      return said.length > 0 ? { explanations: said } : missing('alert or finding');
    },
  }),
];
