import type { Chance } from '../../kit/chance.ts';
import { between, pick, shuffled } from './draw.ts';
import type { Facts } from './facts.ts';
import type { SampleLanguage } from './languages.ts';
import type { Phrases, TopicPhrases } from './phrases.ts';
import { say, slotsOf } from './say.ts';

/** Which phrases a text is made of, by their places in the lists: the same outline can be written in any language. */
export interface Outline {
  headline: number;
  /** An update changes the headline; its place in the list of updates. */
  update?: number;
  details: readonly number[];
  quote: number;
  context: readonly number[];
  closing: number;
}

/** A headline and its paragraphs. */
export interface Text {
  title: string;
  lead: string;
  content: string;
}

/** Draws a new text about a topic. */
export function drawOutline(
  { topic, phrases }: { topic: TopicPhrases; phrases: Phrases },
  chance: Chance,
): Outline {
  const place = (list: readonly string[]) => Math.floor(chance() * list.length);
  const places = (list: readonly string[], count: number) =>
    shuffled([...list.keys()], chance).slice(0, count);
  return {
    headline: place(topic.headlines),
    details: places(topic.details, between(2, 4, chance)),
    quote: place(topic.quotes),
    context: places(phrases.context, between(0, 2, chance)),
    closing: place(phrases.closing),
  };
}

/** What a desk makes of a text: another headline or a mark of an update, a sentence less, another order. */
export function editOutline(
  outline: Outline,
  { topic, phrases, chance }: { topic: TopicPhrases; phrases: Phrases; chance: Chance },
): Outline {
  const renamed =
    chance() < 0.5
      ? { headline: (outline.headline + topic.leads.length) % topic.headlines.length }
      : { update: Math.floor(chance() * phrases.updates.length) };
  return {
    ...outline,
    ...renamed,
    details: shuffled(outline.details, chance).slice(
      0,
      Math.max(1, outline.details.length - between(0, 1, chance)),
    ),
    context: outline.context.slice(0, between(0, 1, chance)),
    closing: pick([outline.closing, Math.floor(chance() * phrases.closing.length)], chance),
  };
}

interface Writing {
  facts: Facts;
  language: SampleLanguage;
  phrases: Phrases;
}

/** Writes an outline out. A topic that a language does not have gives undefined. */
export function writeText(outline: Outline, { facts, language, phrases }: Writing): Text | undefined {
  const topic = phrases.topics[facts.topicId];
  if (!topic) return undefined;
  const slots = slotsOf(facts, language);
  const line = (list: readonly string[], place: number) => say(list[place] ?? '', slots);
  const headline = line(topic.headlines, outline.headline);
  const title =
    outline.update === undefined
      ? headline
      : say(phrases.updates[outline.update] ?? '{headline}', { ...slots, headline });
  // Headlines take turns with the leads that they go with.
  const lead = line(topic.leads, outline.headline % topic.leads.length);
  const { business } = facts.topic;
  const [first = '', ...others] = outline.details.map((place) => line(topic.details, place));
  const blank = language === 'ja' ? '' : ' ';
  const body = [
    [lead, first].join(blank),
    line(topic.quotes, outline.quote),
    others.join(blank),
    ...(business ? outline.context.map((place) => line(phrases.context, place)) : []),
    line(phrases.closing, outline.closing),
  ];
  return { title, lead, content: body.filter((paragraph) => paragraph !== '').join('\n\n') };
}
