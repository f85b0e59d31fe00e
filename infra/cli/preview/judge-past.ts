import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../../shared/contracts/parse-as.ts';
import type { Finding } from '../../../shared/domain/findings/finding.ts';
import type { Judgement } from '../../../shared/domain/findings/newness.ts';
import { type Question, usualTokens } from '../../../shared/domain/judging/question.ts';
import { VoidAnswer } from '../../../shared/domain/judging/read-answer.ts';
import { PublishRefused } from '../../../shared/domain/lib/errors.ts';
import { canonicalJson, idOf } from '../../../shared/domain/lib/hash.ts';
import { inParallel } from '../../../shared/domain/lib/in-parallel.ts';
import { type Agreement, agreementOf, marksOf } from '../../../shared/domain/pages/agreement.ts';
import { MINUTE, type Window } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { agreementText } from '../../../shared/render/text/format-values.ts';
import type { Store } from '../../../shared/store/open-store.ts';
import type { Model, OpenModel } from '../../../shared/use-cases/ports/models.ts';
import { CliFailure } from '../failure.ts';
import { plainText, printAmount, printNumber, timeOrNull, withNulls } from '../print-values.ts';
import { mayGoOn } from '../removing.ts';
import { DATA } from '../stack/find-stack.ts';
import { stageFileOf } from '../stack/read-stage-file.ts';
import type { Stack } from '../stack/stack.ts';
import type { World } from '../world.ts';
import { meanPrice } from '../plan/judge-costs.ts';

// The judge of a watch over past days, in shadow. A model is asked about an article once, however often the days are
// lived through: its answers are kept in the data folder, by question, model and article.

/** What the judge of a watch would have done. */
export interface JudgedPast {
  watch: string;
  model: string;
  judged: readonly { finding: Finding; judged: Judgement }[];
  agreement: Agreement;
  /** Of all days; `spent` of the questions that were not answered before. USD: absent without a price of the stage. */
  tokens: number;
  usd?: number;
  spent: number;
  /** Why some of it was not judged. */
  failure?: string;
}

const questionSchema = z.object({ articles: z.array(z.looseObject({ id: z.string() })) });
const keptSchema = z.object({ key: z.string(), entry: z.looseObject({}), tokens: z.number() });
type Kept = Pick<z.output<typeof keptSchema>, 'entry' | 'tokens'>;

/** The stage that a stack on one machine takes its models from. */
const LOCAL_STAGE = 'dev';

/** Options of the commands that let judges try the past. */
export const JUDGE_OPTIONS = {
  judge: {
    type: 'boolean',
    about: 'let the model of a watch judge the same days in shadow; prints the price first',
  },
  yes: { type: 'boolean', about: 'ask the model without asking you first, for scripts' },
} as const;

/** That there is nothing to try. */
export function noJudge(what: string): CliFailure {
  return new CliFailure(what, { hint: 'add judge: to the watch, with model: and relevant:' });
}

/** What is known of each article. A text: why the answer about it does not count. */
type Answers = Map<string, Kept | string>;

/** Articles that a model was not asked about yet. */
interface Unasked {
  model: string;
  question: Question;
  /** Their keys, by their ids in the question. */
  keys: ReadonlyMap<string, string>;
}

interface Given {
  stack: Stack;
  world: World;
  values: { stage?: string | undefined; data?: string | undefined; yes?: boolean | undefined };
  name: string;
}

/**
 * Lives through days with judges in shadow until the models were asked all that they would have been asked. Before the
 * first call it says how many there are, with their price, and asks.
 *
 * @returns undefined where the person says no.
 * @throws CliFailure without a terminal or --yes, and where a model gives no answer.
 */
export async function judgePast<P extends object>(
  play: (models: OpenModel) => Promise<P>,
  given: Given,
): Promise<(P & { spent: ReadonlyMap<string, number> }) | undefined> {
  const file = join(resolve(given.world.folder, given.values.data ?? DATA), 'judged-articles.ndjson');
  const answers = await readAnswers(file);
  const spent = new Map<string, number>();
  for (let isAgreed = false; ; isAgreed = true) {
    const unasked: Unasked[] = [];
    const played = await play(async (name) => rememberingModel(name, { answers, unasked }));
    if (unasked.length === 0) return { ...played, spent };
    if (!isAgreed && !(await agreeOn(unasked, given))) return undefined;
    await inParallel(unasked, async (one) => {
      const tokens = await askOnce(one, { answers, file, stack: given.stack });
      spent.set(one.model, (spent.get(one.model) ?? 0) + tokens);
    });
  }
}

async function readAnswers(file: string): Promise<Answers> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return new Map(
    text.split('\n').flatMap((line) => {
      const { data } = keptSchema.safeParse(parseJson(line));
      return data ? [[data.key, data] as const] : [];
    }),
  );
}

/** A model that says what it is known to say, and notes what it would have to be asked. */
function rememberingModel(
  name: string,
  { answers, unasked }: { answers: Answers; unasked: Unasked[] },
): Model {
  return {
    async ask(question) {
      const { articles } = questionSchema.parse(JSON.parse(question.text));
      const isAlone = articles.length === 1;
      const keyed = articles.map(({ id, ...article }) => ({
        article: { id, ...article },
        key: idOf(name, question.instructions, String(isAlone), canonicalJson(article)),
      }));
      const open = keyed.filter(({ key }) => !answers.has(key));
      if (open.length > 0) {
        const text = JSON.stringify({ articles: open.map(({ article }) => article) });
        const keys = new Map(open.map(({ article, key }) => [article.id, key]));
        unasked.push({ model: name, question: { ...question, text }, keys });
        throw new PublishRefused('It was not asked yet.');
      }
      const known = keyed.map(({ article: { id }, key }) => {
        const answer = answers.get(key);
        if (answer === undefined || typeof answer === 'string') throw new VoidAnswer(answer ?? '');
        return { entry: { ...answer.entry, id }, tokens: answer.tokens };
      });
      return {
        text: JSON.stringify({ articles: known.map(({ entry }) => entry) }),
        tokens: known.reduce((sum, { tokens }) => sum + tokens, 0),
      };
    },
  };
}

/** Asks, and keeps the answer. Returns the tokens that it took. */
async function askOnce(
  { model: name, question, keys }: Unasked,
  { answers, file, stack }: { answers: Answers; file: string; stack: Pick<Stack, 'models' | 'now'> },
): Promise<number> {
  const model = await stack.models(name);
  if (!model)
    throw new CliFailure(`The stage names no model ${name}.`, {
      hint: 'add it to models in the file of the stage',
    });
  const voided = (why: string): number => {
    for (const key of keys.values()) answers.set(key, why);
    return 0;
  };
  try {
    const { text, tokens } = await model.ask(question, { deadline: stack.now() + MINUTE });
    const { data } = questionSchema.safeParse(parseJson(text));
    const byId = new Map(data?.articles.map((entry) => [entry.id, entry]));
    if (byId.size !== keys.size || [...byId.keys()].some((id) => !keys.has(id)))
      return voided('it does not have an entry for each article');
    const kept = [...byId].map(([id, entry]) => ({
      key: keys.get(id) ?? '',
      entry,
      tokens: Math.round(tokens / keys.size),
    }));
    for (const { key, ...one } of kept) answers.set(key, one);
    await mkdir(dirname(file), { recursive: true });
    await appendFile(file, kept.map((one) => `${JSON.stringify(one)}\n`).join(''));
    return tokens;
  } catch (cause) {
    if (cause instanceof VoidAnswer) return voided(cause.message);
    throw new CliFailure(`Model ${name} gave no answer: ${cause instanceof Error ? cause.message : ''}`, {
      hint: 'what it has answered is kept: run the command again',
      cause,
    });
  }
}

/** Says what the questions cost, and asks. A second call about a single article is known only after the first. */
async function agreeOn(unasked: readonly Unasked[], { world, values, name }: Given): Promise<boolean> {
  const byModel = Map.groupBy(unasked, ({ model }) => model);
  const lines = Array.from(byModel, ([model, questions]) => {
    const { input, output } = sumOf(questions);
    const articles = questions.reduce((sum, { keys }) => sum + keys.size, 0);
    const price = stageFileOf(values.stage ?? LOCAL_STAGE)?.models?.[model]?.usd_per_million;
    const usd = price && ` (${((price.input * input + price.output * output) / 1e6).toFixed(2)} USD)`;
    const cost = `about ${printNumber(input + output)} tokens${usd ?? ''}`;
    return `Model ${plainText(model)}: ${printAmount(questions.length, 'call')} about ${printAmount(articles, 'article')}, ${cost}. Before it lowers a warning, it is asked again about that article alone.\n`;
  });
  const hint = 'add --yes to ask the models';
  return mayGoOn({ list: lines.join(''), question: 'Ask?', name, yes: values.yes === true, hint }, world);
}

function sumOf(questions: readonly Pick<Unasked, 'question'>[]): { input: number; output: number } {
  const each = questions.map(({ question }) => usualTokens(question));
  return each.reduce((a, b) => ({ input: a.input + b.input, output: a.output + b.output }));
}

/** What the judge of a watch said in days that were lived through, and whether readers agree. */
export async function judgedPast(
  watch: Watch,
  {
    store,
    spent,
    span,
    stack,
    values,
  }: {
    store: Store;
    spent: ReadonlyMap<string, number>;
    span: Window;
  } & Pick<Given, 'stack' | 'values'>,
): Promise<JudgedPast> {
  const { judge, id } = watch;
  const found = await store.findings.foundIn(id, span);
  const judged = found.flatMap((one) => (one.judged ? [{ finding: one.finding, judged: one.judged }] : []));
  const marks = await inParallel(marksOf(await stack.readerActions.of(id)), async ([alertId, mark]) => {
    const items = (await stack.alerts.get(alertId))?.alert.items ?? [];
    return items.map(({ fingerprint }) => [fingerprint, mark] as const);
  });
  const words = new Map(judged.map((one) => [one.finding.fingerprint, one.judged]));
  const tokens = judged.reduce((sum, one) => sum + one.judged.tokens, 0);
  const price = judge && meanPrice(watch, { judge, stage: stageFileOf(values.stage ?? LOCAL_STAGE) });
  const failure = (await store.incidents.open()).find(({ kind }) => kind === 'judge')?.text;
  return {
    watch: id,
    model: judge?.model ?? '',
    judged,
    agreement: agreementOf(words, new Map(marks.flat())),
    tokens,
    ...(price !== undefined && { usd: price * tokens }),
    spent: spent.get(judge?.model ?? '') ?? 0,
    ...(failure !== undefined && { failure }),
  };
}

/** So many articles are listed. */
const MOST_LISTED = 10;

const isLowered = ({ judged }: JudgedPast['judged'][number]) => !judged.relevant;
const isRaised = ({ judged }: JudgedPast['judged'][number]) => judged.raise !== undefined;

/** What a judge would have done, as text. */
export function printJudged({ watch, model, judged, ...past }: JudgedPast): string {
  const { agreement, tokens, usd, spent, failure } = past;
  const list = (which: typeof isLowered, reasonOf: (judged: Judgement) => string) => {
    const all = judged.filter(which);
    return [
      ...all
        .slice(-MOST_LISTED)
        .toReversed()
        .map((one) => `  ${plainText(one.finding.title)}: ${plainText(reasonOf(one.judged))}`),
      ...(all.length > MOST_LISTED ? [`  and ${printNumber(all.length - MOST_LISTED)} more`] : []),
    ];
  };
  const price = usd === undefined ? '' : ` (${usd.toFixed(2)} USD)`;
  return [
    `\nJudge of ${plainText(watch)} in shadow (model ${plainText(model)}): ${printAmount(judged.length, 'article')} judged. Nothing was sent or changed.`,
    `${printNumber(judged.filter(isLowered).length)} would have waited as probably not about you:`,
    ...list(isLowered, ({ reason }) => reason),
    `${printNumber(judged.filter(isRaised).length)} would have been raised:`,
    ...list(isRaised, ({ raise }) => raise?.sentence ?? ''),
    agreementText(agreement),
    `${printNumber(tokens)} tokens${price} for these days. Asked now: ${printNumber(spent)} tokens.`,
    ...(failure === undefined ? [] : [plainText(failure)]),
    '',
  ].join('\n');
}

/** The same as JSON. */
export function judgedDocument({ judged, agreement, failure, ...rest }: JudgedPast): object {
  const shown = ({ finding: { title, link, indexedAt } }: JudgedPast['judged'][number]) =>
    withNulls({ title, link, indexedAt: timeOrNull(indexedAt) });
  return withNulls({
    usd: undefined,
    ...rest,
    judged: judged.length,
    lowered: judged.filter(isLowered).map((one) => ({ ...shown(one), reason: one.judged.reason })),
    raised: judged.filter(isRaised).map((one) => ({ ...shown(one), ...one.judged.raise })),
    agreement: withNulls({ precision: undefined, recall: undefined, ...agreement }),
    failure,
  });
}
