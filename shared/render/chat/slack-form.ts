import {
  exampleText,
  foundByText,
  isSaid,
  kickerOf,
  pagesOf,
  restText,
  saidOf,
  sourceText,
} from '../message/compose-message.ts';
import type { Form, MessageView, StoryView } from '../message/message-view.ts';
import { subjectLine } from '../message/view-message.ts';
import { shorten } from '../../domain/text/clean-text.ts';
import type { ReaderAction } from '../../domain/pages/reader-action.ts';
import type { ReaderActionKind, TriageActionKind } from '../../domain/pages/signed-link.ts';
import { namedTime } from '../../domain/time/instant.ts';
import { ACTION_NAMES } from '../text/format-values.ts';
import { countFitting } from '../text/plain-text.ts';

/** A message has at most 50 blocks, of which each story takes up to three. The rest is for its beginning and its end. */
const MOST_STORIES = 15;
/**
 * The blocks of a message, as JSON. `chat.postMessage` refuses more with `msg_blocks_too_long`; Slack says 12,000
 * characters of text "with a buffer for block containers" (slackapi/bolt-js, issue 2509). It has taken 9,597
 * characters of text in 15,561 of JSON, and refused 11,341 in 17,694 (issue 2867).
 */
const ALL_BLOCKS = 10_000;
/** A longer link leaves no room for the headline in a section. */
const LONGEST_LINK = 2_000;
/** Slack takes 3,000 characters of a section, and 150 of a header. Escapes make a text longer. */
const SECTION = 2_900;
const HEADER = 150;
/** At most ten fields of 2,000 characters each. */
const MOST_FIELDS = 10;
const FIELD = 300;
/** The text that notifications and readers without blocks show. Slack recommends at most 4,000 characters. */
const FALLBACK = 3_000;

/**
 * A message as blocks of Slack, for `chat.postMessage` and incoming webhooks: a header where there are several
 * stories, and for each a section, its facts and a line of context. `story` is the key of its only story: the one
 * that its thread is about. With buttons, each story has its own; a brief has none, so that it lists more stories.
 */
export function slackBlocks(view: MessageView, { hasButtons = false } = {}): Form {
  const { stories, count, footer } = view;
  const [only] = stories;
  const subject = subjectLine(view.subject, HEADER);
  // The section of a single story begins with its title.
  const begin = [
    ...(count === 1 ? [] : [{ type: 'header', text: { type: 'plain_text', text: subject, emoji: false } }]),
    ...(view.intro === undefined ? [] : [section(escape(view.intro))]),
  ];
  const end = (most: number) => [
    ...(count > most ? [context([escape(restText(view, most))])] : []),
    context([escape(footer)]),
  ];
  const isActedOn = hasButtons && view.because !== 'brief';
  const ofStories = stories
    .slice(0, MOST_STORIES)
    .map((one) => [...storyBlocks(one, view), ...(isActedOn ? buttonsOf(one, view) : [])]);
  const room = ALL_BLOCKS - JSON.stringify([...begin, ...end(0)]).length;
  const fitting = countFitting(
    room,
    ofStories.map((one) => JSON.stringify(one)),
    ({ length }) => length,
  );
  const listed = stories.slice(0, Math.max(1, fitting));
  const blocks = [...begin, ...ofStories.slice(0, listed.length).flat(), ...end(listed.length)];
  const lines = count === 1 ? [] : listed.map(({ headline }) => `• ${headline}`);
  const text = shorten([subject, ...lines].join('\n'), FALLBACK);
  const story = count === 1 && only?.isNews ? only.key : undefined;
  return { body: JSON.stringify({ text: escape(text), blocks, story }), listed: listed.length };
}

function buttonsOf({ alertIds: [alertId = ''], actions = [] }: StoryView, { channel }: MessageView) {
  return buttonBlocks({ alertId, channel }, { possible: actions, taken: [], timezone: 'UTC' });
}

function storyBlocks(story: StoryView, { channel }: MessageView): object[] {
  const [alertId = ''] = story.alertIds;
  const { section: head, headline, facts, topics, source, link, examples } = story;
  const linked = link && linkTo(link, headline);
  const title = `*${linked !== undefined && linked.length <= LONGEST_LINK ? linked : escape(headline)}*`;
  const kicker = kickerOf(story);
  const lines = [
    head && `_${escape(head)}_`,
    title,
    kicker === '' ? undefined : `_${escape(kicker)}_`,
    ...saidOf(story).map(escape),
    ...examples.map((one) => {
      const shown = exampleText(one);
      return `• ${one.link === undefined ? escape(shown) : linkTo(one.link, shown)}`;
    }),
  ];
  const named = [...facts, ...topics]
    .slice(0, MOST_FIELDS)
    .map(({ name, value }) => mrkdwn(shortEscaped(`*${escape(name)}*\n${escape(value)}`, FIELD)));
  const pages = pagesOf(story).map(({ name, href }) => linkTo(href, name));
  const about = [source && escape(sourceText(source)), pages.join(' · '), escape(foundByText(story))];
  return [
    {
      type: 'section',
      block_id: `story ${alertId} ${channel}`,
      text: mrkdwn(joined(lines, '\n')),
      ...(named.length > 0 && { fields: named }),
    },
    ...(about.some(isSaid) ? [context(about)] : []),
  ];
}

/** Whole lines, as many as fit into a section. */
function joined(lines: readonly (string | undefined)[], by: string): string {
  let text = '';
  for (const line of lines.filter(isSaid)) {
    const next = text === '' ? line : `${text}${by}${line}`;
    if (next.length > SECTION) break;
    text = next;
  }
  return text === '' ? 'No text' : text;
}

function section(text: string) {
  return { type: 'section', text: mrkdwn(shortEscaped(text, SECTION)) };
}

/** A context has at most ten elements. Each part is one. */
function context(parts: readonly (string | undefined)[]) {
  const texts = parts.filter(isSaid);
  return { type: 'context', elements: texts.map((text) => mrkdwn(shortEscaped(text, SECTION))) };
}

function mrkdwn(text: string) {
  return { type: 'mrkdwn', text, verbatim: true };
}

/** The three characters that have a meaning in Slack's syntax of links and mentions. */
function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A link. A bar would end its address, and a bracket the link. */
function linkTo(link: string, text: string): string {
  const address = link
    .replaceAll('|', '%7C')
    .replaceAll('>', '%3E')
    .replaceAll('<', '%3C')
    .replaceAll('&', '&amp;');
  return `<${address}|${escape(text.replaceAll('|', '/'))}>`;
}

/** A text that is escaped already, cut before an escape that would not be whole. */
function shortEscaped(text: string, most: number): string {
  return shorten(text, most).replace(/&[a-z]{0,3}…$/, '…');
}

// Buttons, in messages of a bot where the stage names its app.

/** What the buttons of a message do. */
export const SLACK_ACTIONS = [
  'acknowledge',
  'mute-story',
  'not-relevant',
] as const satisfies readonly ReaderActionKind[];

/** What the buttons of a block are about: an alert of a channel. The id of the block says it. */
interface ButtonsOf {
  alertId: string;
  channel: string;
}

const BUTTONS = /^act (\S{1,64}) (\S{1,64})$/;

/** What the buttons of a block are about; undefined for a block without. */
export function buttonsIn(blockId: string): ButtonsOf | undefined {
  const [, alertId, channel] = BUTTONS.exec(blockId) ?? [];
  return alertId === undefined || channel === undefined ? undefined : { alertId, channel };
}

/** What can be done about an alert, and what was. */
interface ActionState {
  possible: readonly TriageActionKind[];
  taken: readonly ReaderAction[];
  timezone: string;
}

/** The buttons that are left, below who did what. */
function buttonBlocks({ alertId, channel }: ButtonsOf, { possible, taken, timezone }: ActionState): object[] {
  const done = taken.map((one) => doneText(one, timezone));
  const left = SLACK_ACTIONS.filter(
    (kind) => possible.includes(kind) && !taken.some((action) => action.kind === kind),
  );
  const elements = left.map((kind) => ({
    type: 'button',
    text: { type: 'plain_text', text: ACTION_NAMES[kind].button },
    action_id: kind,
  }));
  const id = `${alertId} ${channel}`;
  return [
    ...(done.length > 0 ? [{ ...context([escape(done.join(', '))]), block_id: `done ${id}` }] : []),
    ...(elements.length > 0 ? [{ type: 'actions', block_id: `act ${id}`, elements }] : []),
  ];
}

/** A message after somebody has pressed a button: the same blocks, with what was done and the buttons that are left. */
export function withActions(
  blocks: readonly { block_id?: string | undefined }[],
  about: ButtonsOf,
  state: ActionState,
): object[] {
  const id = `${about.alertId} ${about.channel}`;
  return blocks.flatMap((block): object[] => {
    if (block.block_id === `act ${id}`) return buttonBlocks(about, state);
    return block.block_id === `done ${id}` ? [] : [block];
  });
}

/**
 * The blocks of a message that was sent, after its alerts were acknowledged elsewhere: each of them says who did what,
 * and has no buttons.
 */
export function showActions<B extends { block_id?: string | undefined }>(
  blocks: readonly B[],
  { taken, timezone }: { taken: readonly ReaderAction[]; timezone: string },
): (B | object)[] {
  const isOnly = blocks.filter(({ block_id = '' }) => block_id.startsWith('story ')).length === 1;
  return blocks.flatMap((block) => {
    const [, part, alertId, channel] = PART.exec(block.block_id ?? '') ?? [];
    const own = isOnly ? taken : taken.filter((one) => one.alertId === alertId);
    if (part === undefined || !own.some(({ kind }) => kind === 'acknowledge')) return [block];
    const done = own.map((one) => doneText(one, timezone)).join(', ');
    const said = { ...context([escape(done)]), block_id: `done ${alertId} ${channel}` };
    return part === 'act' ? [] : [block, said];
  });
}

/** The parts of a message that are about one alert. */
const PART = /^(act|story) (\S{1,64}) (\S{1,64})$/;

function doneText({ kind, by, at }: ReaderAction, timezone: string): string {
  const text = `${ACTION_NAMES[kind].done} by ${by?.name ?? 'a reader'}`;
  return kind === 'acknowledge' ? `${text} at ${namedTime(at, timezone)}` : text;
}
