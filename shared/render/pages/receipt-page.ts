import {
  type Alert,
  type AlertItem,
  findingsBehind,
  type Occasion,
  watchesOf,
} from '../../domain/alerts/alert.ts';
import { channelNameOf, laneText } from '../../domain/channels/channel.ts';
import { lookUp } from '../../domain/lib/fields.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { PageContext } from '../../domain/pages/inbox.ts';
import { findingsLink } from '../../domain/pages/signed-link.ts';
import type { Receipt } from '../../domain/pages/receipt.ts';
import type { Parameter, SettingValue } from '../../domain/policies/policy.ts';
import { policyOf } from '../../domain/policies/registry.ts';
import type { Story } from '../../domain/stories/story.ts';
import { formatSpan, namedTime } from '../../domain/time/instant.ts';
import { describeAlert } from '../message/describe-alert.ts';
import { NO_ROOM } from '../message/mute-text.ts';
import {
  countryName,
  formatCount,
  formatNumber,
  INCIDENT_NAMES,
  knownRank,
  marksText,
} from '../text/format-values.ts';
import { html, type Html, joinParts, type Part } from '../text/html.ts';
import { shorten } from '../../domain/text/clean-text.ts';
import { oneLine } from '../text/plain-text.ts';
import { actionList, actionText } from './actions-page.ts';
import { messageTexts } from './alerts-page.ts';
import {
  archiveCredit,
  factList,
  markedText,
  newsLink,
  newsText,
  publishedIn,
  queryList,
  severityBadge,
  timeIn,
  toneText,
  aside,
  linkTo,
  small,
} from './page-elements.ts';
import { pageLayout } from './page-layout.ts';
import { notePage } from './plain-pages.ts';
import { sizeText } from './rows.ts';
import { receiptSteps, sendingOn } from './receipt-steps.ts';

/** How many items of an alert a receipt lists. */
const MOST_ITEMS = 20;
/** How many of them it shows at once: why the alert was sent is below them. */
const SHOWN_ITEMS = 5;
/** So many characters of each text of its message. */
const LONGEST_TEXT = 4_000;
const TITLE = 'Alert receipt';

/** Why an alert exists, and what happened to it. */
export function receiptPage(receipt: Receipt, desk?: PageContext): HttpAnswer {
  return pageLayout({ title: TITLE, main: bodyOf(receipt, desk), desk, list: '/alerts', narrow: true });
}

/** The answer to a form that has expired or that another site sent, and to one that would mute where no silence fits. */
export function refusedFormPage({
  isFull = false,
  isReader = false,
}: {
  isFull?: boolean;
  isReader?: boolean;
} = {}): HttpAnswer {
  if (isReader) {
    const text = html`<p>You may see these pages, and not act on them. Ask who runs Bellwether for the role editor.</p>`;
    return notePage('Nothing was changed', { status: 403, text });
  }
  if (isFull) return notePage('Nothing was muted', { status: 409, text: html`<p>${NO_ROOM}</p>` });
  return notePage('Nothing was changed', {
    status: 403,
    text: html`<p>The form was open for too long, or it was not sent from its own page.</p>
<p>Open the link in your alert again and send the form from there.</p>`,
  });
}

function bodyOf(receipt: Receipt, desk?: PageContext): Html {
  const { alert, timezone } = receipt;
  const watches = watchesOf(alert);
  const { headline } = describeAlert(alert, timezone);
  return html`<p class="kicker">${severityBadge(alert.severity)}
<span>${alert.watchId === undefined ? 'Bellwether' : html`watch ${alert.watchId}`}</span>
${timeIn(alert.createdAt, timezone)}</p>
<h1>${newsText(headline)}</h1>
${contentOf(receipt)}
<h2>Why you got this</h2>
${factList([
  [watches.length > 1 ? 'Watches' : 'Watch', watches.join(', ') || undefined],
  ['Version', versionOf(receipt)],
  ['Query', queryOf(receipt)],
  ['Matched', matchesOf(receipt)],
  ['Channel', channelNameOf(alert.channel)],
])}
${policyFacts(alert, timezone)}
${judgedSection(receipt)}
${receiptStory(receipt, desk)}
<h2>What happened</h2>
${receiptSteps(receipt)}
${receipt.others.map((other) => html`<h3>${laneText(other.lane)}</h3>${sendingOn(other, receipt)}`)}
${messageOf(receipt, desk)}
${actionSection(receipt)}`;
}

/** What the model of the watch was asked, and what it said. */
function judgedSection({ alert, findings }: Receipt): Html | undefined {
  const judged = alert.judged ?? findings.find(({ judged: word }) => word)?.judged;
  if (!judged) return undefined;
  const { relevant, reason, raise, summary, model, tokens, version, shadow } = judged;
  const asked = alert.rule?.judge?.relevant;
  return html`<h2>What a model said</h2>
${shadow && html`<p class="soft small">The watch tries its judge in shadow: this had no effect.</p>`}
${factList([
  ['Asked about', asked === undefined ? undefined : newsText(asked, 2_000)],
  ['Relevant', html`${relevant ? 'yes' : 'no'}: ${newsText(reason, 400)}`],
  ['Raised by', raise && html`${newsText(raise.when, 500)}: “${newsText(raise.sentence, 600)}”`],
  ['Summary', summary === undefined ? undefined : html`${newsText(summary, 1_200)} (written by the model)`],
  ['Model', html`${newsText(model, 100)}, ${formatCount(tokens, 'token')}, question <code>${version}</code>`],
])}
<p class="soft small">A model changes when you hear of something, never whether. If it is wrong, say so below: that is counted.</p>`;
}

/** The items of an alert, or its sentences. */
function contentOf({ alert, path, timezone }: Receipt): Html {
  if (alert.items.length === 0) {
    const { lines } = describeAlert(alert, timezone);
    return html`${lines.map((line) => html`<p class="lead">${newsText(line, 2_000)}</p>`)}`;
  }
  const isOnly = alert.items.length === 1;
  const items = alert.items
    .slice(0, MOST_ITEMS)
    .map((item, n) =>
      itemOf(item, { timezone, isOnly, length: isOnly ? 1_500 : n < SHOWN_ITEMS ? 240 : 80 }),
    );
  const rest = alert.items.length - items.length;
  const behind = findingsBehind(alert);
  const counted = behind?.period && behind.count - items.length;
  const more = counted ?? rest;
  const [shown, folded] = [items.slice(0, SHOWN_ITEMS), items.slice(SHOWN_ITEMS)];
  const below =
    folded.length > 0 &&
    html`<details><summary>${formatNumber(folded.length)} more of the ${formatNumber(alert.items.length)} items</summary>
${folded}</details>`;
  return html`${shown}${below}${more > 0 && html`<p>${linkTo(findingsLink(path), `and ${formatNumber(more)} more`)}</p>`}`;
}

/**
 * One item; the title of the only item is the heading of the page. `length`: so many characters of its text are
 * shown.
 */
function itemOf(
  item: AlertItem,
  { timezone, isOnly, length }: { timezone: string; isOnly: boolean; length: number },
): Html {
  const { title, link, outlet, snippet, matched, updatedAt, image, archive } = item;
  const name = outlet?.name ?? outlet?.domain ?? 'unknown source';
  const rank = knownRank(outlet?.rank);
  return html`<article><p>${isOnly ? newsLink(`Read it at ${name}`, link) : newsLink(title, link)}<br>
<span class="soft small">${!isOnly && html`${newsText(name)}, `}${outlet?.country !== undefined && html`${newsText(countryName(outlet.country), 60)}, `}${
    rank !== undefined && `rank ${formatNumber(rank)}, `
  }${publishedIn(item, timezone)}${updatedAt !== undefined && html`, updated ${timeIn(updatedAt, timezone)}`}${marksText(item)}${
    image !== undefined && html`, ${newsLink('picture', image)}`
  }${archive === true && html`, ${archiveCredit}`}</span></p>
${layerOf(item, length)}${snippet.trim() !== '' && html`<blockquote>${markedText(snippet, { words: matched, most: length })}</blockquote>`}${similarTo(item)}</article>`;
}

/** The articles that the service regards as similar. */
function similarTo({ similar = [] }: AlertItem): Html | false {
  return (
    similar.length > 0 &&
    html`<p class="soft small">Similar: ${joinParts(
      similar.map(({ title, link }) => newsLink(title, link)),
      ' · ',
    )}</p>`
  );
}

/** What the service says of an article: its summary, its translation into English, its topics. */
function layerOf({ summary, snippet, translation, ...item }: AlertItem, length: number): Html {
  const { themes, people, places, iptcTags, iabTags, customTags, robotsCompliant } = item;
  const english = [translation?.title, translation?.text].filter((text) => text !== undefined).join(' – ');
  const lists = {
    Themes: themes,
    People: people,
    Places: places,
    'IPTC tags': iptcTags,
    'IAB tags': iabTags,
    Tags: customTags,
    'Robots rules of the publisher':
      robotsCompliant === undefined ? undefined : [ROBOTS[`${robotsCompliant}`]],
  };
  const topics = Object.entries(lists).flatMap(([name, list]) =>
    list ? [`${name}: ${list.join(', ')}`] : [],
  );
  // The text below often begins with the words of the summary.
  const isRepeated = oneLine(snippet)
    .slice(0, length)
    .startsWith(oneLine(summary ?? ''));
  return html`${summary !== undefined && !isRepeated && html`<p>${newsText(summary, length)}</p>`}
${english !== '' && html`<p><span class="soft small">In English:</span> ${newsText(english, length)}</p>`}
${
  topics.length > 0 &&
  aside(
    joinParts(
      topics.map((topic) => newsText(topic, 120)),
      ' · ',
    ),
  )
}`;
}

const ROBOTS = { true: 'kept', false: 'not kept' } as const;

/** The query that found it. A very long one is not stored with the alert: it is the query of now. */
function queryOf({ alert, watch }: Receipt): Html | undefined {
  const query = alert.rule?.query ?? watch?.query;
  return query && queryList(query);
}

/** With its query stored, a receipt says the same whatever became of the watch. */
function versionOf({ alert, watch }: Receipt): string | undefined {
  if (alert.watchVersion === undefined || alert.rule?.query) return alert.watchVersion;
  if (!watch) return `${alert.watchVersion} (the watch was deleted since)`;
  return watch.version === alert.watchVersion
    ? alert.watchVersion
    : `${alert.watchVersion} (the watch was changed since)`;
}

function matchesOf({ alert }: Receipt): Html | undefined {
  const words = [...new Set(alert.items.flatMap(({ matched }) => matched))].slice(0, 50);
  if (words.length === 0) return undefined;
  return html`${joinParts(words.map((word) => html`<mark>${newsText(word, 100)}</mark>`))}`;
}

function messageOf({ delivered: sent }: Receipt, desk: PageContext | undefined): Html | undefined {
  // The link of one alert shows no other alerts of its message.
  if (!sent || (!desk && sent.message.alertIds.length > 1)) return undefined;
  const whole = desk
    ? linkTo(`${desk.root}/messages/${sent.message.id}/json`, 'The whole message as JSON')
    : html`The inbox has the whole message (<code>npx bellwether open</code>).`;
  return html`<details><summary>Text of the message</summary>${messageTexts(sent.message, { most: LONGEST_TEXT, whole })}</details>`;
}

/** Current silences, what readers did, and what the reader can do: the only forms of the page. */
function actionSection({ forms, silences, actions, actionsPath, timezone }: Receipt): Html | undefined {
  if (forms.length + actions.length + silences.length === 0) return undefined;
  const current = silences.map(
    ({ id, reason, endsAt }) =>
      html`<p>Muted until ${timeIn(endsAt, timezone)}: ${newsText(reason)} <span class="soft small">(${id})</span></p>`,
  );
  const taken = actions.map((action) => html`<p>${actionText(action, timezone)}</p>`);
  const undo = actions.length > 0 && html`<p>${linkTo(actionsPath, 'Undo, or do more')}</p>`;
  return html`<h2>Too many alerts?</h2>${taken}${current}${undo}${actionList(forms)}
<p class="soft small">A link mutes for its own channel only, and nothing that is critical. The next message of the channel says so.
To mute more, run <code>npx bellwether silence</code>.</p>`;
}

/** The story of an alert: its size at the time of the alert and now, and its findings without alerts of their own. */
function receiptStory(
  { alert, path, story, timezone }: Receipt,
  desk: PageContext | undefined,
): Html | undefined {
  const then = alert.story;
  if (!then) return undefined;
  const { silent } = then;
  const more = silent ? silent.count - silent.shown.length : 0;
  return html`<h2>Story</h2>
${factList([
  ['At the alert', sizeOf(then)],
  ['Now', story && sizeNow(story, timezone)],
  ['Best outlet rank', then.bestRank !== undefined && formatNumber(then.bestRank)],
  ['Tone', toneText(then.sentiment)],
])}
${story && desk && html`<p>${linkTo(`${desk.root}/stories/${story.id}`, 'The whole story: its course, outlets and articles →')}</p>`}
${
  silent &&
  html`<h3>In the same story, without alerts of their own: ${formatCount(silent.count, 'finding')} of this watch</h3>
<ul class="plainlist">${silent.shown.map(
    ({ title, link, domain }) =>
      html`<li>${newsLink(title, link)}${domain !== undefined && html` ${small(newsText(domain, 80))}`}</li>`,
  )}</ul>${more > 0 && html`<p>${linkTo(findingsLink(path), `and ${formatNumber(more)} more`)}</p>`}`
}`;
}

function sizeOf(story: { articles: number; outlets: number; countries: number }): string {
  const { articles, outlets, countries } = story;
  const places = countries === 0 ? '' : `, ${formatCount(countries, 'country')}`;
  return `${sizeText(articles, outlets)}${places}`;
}

function sizeNow({ members, outlets, countries, lastAt }: Story, timezone: string): Html {
  const size = sizeOf({
    articles: members.length,
    outlets: outlets.length,
    countries: countries.length,
  });
  return html`${size}; the latest at ${timeIn(lastAt, timezone)}`;
}

/** The policy behind an alert: what it detected, and its settings then. */
export function policyFacts({ occasion, rule }: Alert, timezone: string): Html {
  const policy = rule && policyOf(rule.when);
  const settings = rule?.settings ?? {};
  return factList([
    ['Policy', rule && html`${rule.when.replaceAll('_', ' ')}: ${policy?.about}`],
    ['Triggered by', occasion.type === rule?.when ? undefined : triggerOf(occasion)],
    ...detailsOf(occasion).map(([key, value]) => [labelOf(key), valueOf(value, timezone)] as const),
    ...(policy?.parameters ?? []).map(
      (parameter) => [labelOf(parameter.name), settingOf(parameter, settings[parameter.name])] as const,
    ),
  ]);
}

const TRIGGERS: Readonly<Partial<Record<Occasion['type'], string>>> = {
  baseline: 'the first run of the watch',
  heartbeat: 'a heartbeat',
};

/** What triggered an alert, other than the policy itself. */
function triggerOf(occasion: Occasion): string {
  if (occasion.type === 'incident')
    return `${occasion.resolved ? 'resolved' : 'open'} incident: ${INCIDENT_NAMES[occasion.incident]}`;
  return TRIGGERS[occasion.type] ?? occasion.type.replaceAll('_', ' ');
}

/** What a policy detected; the text of any other alert says it all. */
function detailsOf(occasion: Occasion): (readonly [string, unknown])[] {
  const hasDetails = 'text' in occasion && occasion.type !== 'incident';
  return hasDetails ? Object.entries(occasion).filter(([key]) => key !== 'type') : [];
}

/** The value of a setting and its meaning. */
function settingOf({ form, preset, text }: Parameter, given: SettingValue | undefined): Part {
  const value = given ?? preset;
  if (value === undefined) return undefined;
  const shown = form.type === 'span' && typeof value === 'number' ? formatSpan(value) : plainOf(value);
  return html`${shown} ${small(text)}`;
}

const LABELS: Readonly<Record<string, string>> = { text: 'Detected', short: 'What is new' };

/** `number_of_people` and `numberOfPeople` as `Number of people`. */
function labelOf(key: string): string {
  const words = key.replaceAll(/[-_]/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  return lookUp(LABELS, key) ?? words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

function valueOf(value: unknown, timezone: string): Html {
  if (typeof value === 'string') return newsText(value, 2_000);
  const parts = Array.isArray(value) ? value : [value];
  return newsText(parts.map((part) => lineOf(part, timezone)).join('; '), 2_000);
}

/** A mapping as a line of names and values; numbers of `from` and `to` are times. */
function lineOf(value: unknown, timezone: string): string {
  if (typeof value !== 'object' || value === null) return plainOf(value);
  const pairs = Object.entries(value).map(([name, one]) => {
    const isTime = (name === 'from' || name === 'to') && typeof one === 'number';
    return `${labelOf(name).toLowerCase()} ${isTime ? namedTime(one, timezone) : plainOf(one)}`;
  });
  return pairs.join(', ');
}

function plainOf(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 2 });
  return typeof value === 'string' ? value : shorten(JSON.stringify(value) ?? '', 500);
}
