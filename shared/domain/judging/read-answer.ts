import type { Finding } from '../findings/finding.ts';
import type { Judgement } from '../findings/newness.ts';
import { isObject } from '../lib/fields.ts';
import type { Judge } from '../watches/watch.ts';
import { askedId, judgeVersion, shownToModel } from './question.ts';

/** What an answer says of each finding, without what the call took. */
export type Answered = ReadonlyMap<string, Omit<Judgement, 'tokens'>>;

/** An answer that does not count. The message says why, and holds nothing of the answer. */
export class VoidAnswer extends Error {
  override readonly name = 'VoidAnswer';
}

const LONGEST_REASON = 400;
const LONGEST_SUMMARY = 1_200;
/** In characters without blanks. A shorter quotation is in nearly every text. */
const SHORTEST_SENTENCE = 8;

/**
 * Reads what a model says of findings, by fingerprint. An answer is taken whole or not at all: with one entry for each
 * finding, nothing else, and sentences that are in the text of their article.
 *
 * @throws VoidAnswer otherwise.
 */
export function readAnswer(
  text: string,
  { judge, findings }: { judge: Judge; findings: readonly Finding[] },
): Answered {
  const { articles } = record(parsed(text), ['articles']);
  const entries = list(articles, 'articles');
  if (entries.length !== findings.length)
    throw new VoidAnswer(`it has ${entries.length} entries for ${findings.length} articles`);
  const byId = new Map(findings.map((finding, n) => [askedId(n), finding]));
  const version = judgeVersion(judge);
  const read = entries.map((entry) => {
    const { id, relevant, reason, raise, summary } = record(entry, FIELDS);
    const finding = typeof id === 'string' ? byId.get(id) : undefined;
    if (!finding || typeof id !== 'string')
      throw new VoidAnswer('it names an article that was not asked about');
    byId.delete(id);
    if (typeof relevant !== 'boolean') throw new VoidAnswer('relevant is neither true nor false');
    const raised = raisedIn(list(raise, 'raise'), { judge, finding });
    const written = sentence(summary, { name: 'summary', most: LONGEST_SUMMARY });
    if (judge.summary !== undefined && written === '') throw new VoidAnswer('a summary is missing');
    const judgement = {
      // What a rule raises is never lowered by the same answer.
      relevant: relevant || judge.relevant === undefined || raised !== undefined,
      reason: sentence(reason, { name: 'reason', most: LONGEST_REASON }),
      ...(raised && { raise: raised }),
      ...(judge.summary !== undefined && { summary: written }),
      model: judge.model,
      version,
      ...(judge.shadow && { shadow: judge.shadow }),
    };
    return [finding.fingerprint, judgement] as const;
  });
  return new Map(read);
}

/** Reads the opening of a brief. @throws VoidAnswer for anything but three sentences. */
export function readOpening(text: string): string {
  const { sentences } = record(parsed(text), ['sentences']);
  const read = list(sentences, 'sentences').map((one) =>
    sentence(one, { name: 'a sentence', most: LONGEST_REASON }),
  );
  if (read.length !== 3 || read.includes('')) throw new VoidAnswer('it does not have three sentences');
  return read.join(' ');
}

const FIELDS = ['id', 'relevant', 'reason', 'raise', 'summary'];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new VoidAnswer('it is not JSON');
  }
}

/** An object with exactly these keys. */
function record(value: unknown, keys: readonly string[]): Record<string, unknown> {
  const isExact =
    isObject(value) &&
    Object.keys(value).length === keys.length &&
    keys.every((key) => Object.hasOwn(value, key));
  if (!isExact) throw new VoidAnswer(`an object does not have the keys ${keys.join(', ')}`);
  return value;
}

function list(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new VoidAnswer(`${name} is no list`);
  return value;
}

/** A text on one line. An address in it could lead anywhere. */
function sentence(value: unknown, { name, most }: { name: string; most: number }): string {
  if (typeof value !== 'string' || value.length > most)
    throw new VoidAnswer(`${name} is no text, or too long`);
  if (/:\/\/|\bwww\.|@/i.test(value)) throw new VoidAnswer(`${name} has an address`);
  return inOneLine(value).toWellFormed();
}

/** Of the rules that hold the first that raises most. */
function raisedIn(
  entries: readonly unknown[],
  { judge: { raise = [] }, finding }: { judge: Judge; finding: Finding },
): Judgement['raise'] {
  const { title, text } = shownToModel(finding);
  const known = [title, text].map(inOneLine);
  const held = entries.map((entry) => {
    const { rule, sentence: quoted } = record(entry, ['rule', 'sentence']);
    const held = typeof rule === 'number' ? raise[rule - 1] : undefined;
    if (!held || typeof quoted !== 'string') throw new VoidAnswer('it names a rule that there is not');
    const words = inOneLine(quoted);
    const isLong = words.replaceAll(' ', '').length >= SHORTEST_SENTENCE;
    if (!isLong || !known.some((one) => one.includes(words)))
      throw new VoidAnswer('it quotes a sentence that is not in the article');
    return { ...held, sentence: words };
  });
  const first = held.find(({ to }) => to === 'critical') ?? held[0];
  return first && { when: first.when, sentence: first.sentence };
}

function inOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
