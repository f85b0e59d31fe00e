import { judgeQuestion, usualTokens } from '../../../shared/domain/judging/question.ts';
import type { Judge, Watch } from '../../../shared/domain/watches/watch.ts';
import { modelsOf, placesOf } from '../../stages/stage-models.ts';
import type { StageFile } from '../../stages/stage-file.ts';
import { plainText, printNumber, printTable } from '../print-values.ts';
import { paint } from '../terminal.ts';

/** What the judge of a watch needs in a month of 30 days, at most what the watch allows it. */
export interface JudgeCost {
  watch: string;
  model: string;
  tokens: number;
  /** Absent: the stage has no price for the model. */
  usd?: number;
  /** What the watch may use, and what that costs. */
  most: number;
  mostUsd?: number;
  /** Where the model reads articles. Absent: the stage does not name the model. */
  places?: string;
}

/** An article of usual length: what is stored of most. */
const USUAL = {
  title: 'x'.repeat(80),
  snippet: 'x'.repeat(1_500),
  fingerprint: '',
  service: 'news',
  type: 'article',
  indexedAt: 0,
  authors: [],
  matched: [],
} as const;

/** Most parts of a watch have one finding that could alert. */
const DAYS = 30;

/** What the judges of watches need, where each finds so many new things a day that could alert. */
export function estimateJudges(
  watches: readonly Watch[],
  { findings, stage }: { findings: number; stage: Pick<StageFile, 'models'> | undefined },
): JudgeCost[] {
  const models = modelsOf(stage?.models);
  return watches.flatMap(({ id, judge, ...watch }): JudgeCost[] => {
    if (!judge || watch.disabled) return [];
    const { input, output } = tokensOfOne(judge, watch);
    const calls = findings * DAYS;
    const tokens = Math.min(calls * (input + output), judge.tokensPerMonth);
    const mean = meanPrice(watch, { judge, stage });
    const model = models[judge.model];
    return [
      {
        watch: id,
        model: judge.model,
        tokens,
        most: judge.tokensPerMonth,
        ...(mean !== undefined && { usd: mean * tokens, mostUsd: mean * judge.tokensPerMonth }),
        ...(model && { places: placesOf(model) }),
      },
    ];
  });
}

/** The USD of a token of a call about one article. Undefined: the stage has no price for the model. */
export function meanPrice(
  watch: Pick<Watch, 'brandName'>,
  { judge, stage }: { judge: Judge; stage: Pick<StageFile, 'models'> | undefined },
): number | undefined {
  const { input, output } = tokensOfOne(judge, watch);
  const price = stage?.models?.[judge.model]?.usd_per_million;
  return price && (price.input * input + price.output * output) / (input + output) / 1e6;
}

function tokensOfOne(judge: Judge, watch: Pick<Watch, 'brandName'>): { input: number; output: number } {
  return usualTokens(judgeQuestion(watch, { judge, findings: [USUAL] }));
}

/** The judges with what they need, and where models read articles. */
export function printJudges(costs: readonly JudgeCost[]): string {
  if (costs.length === 0) return '';
  const rows = costs.map(({ watch, model, tokens, most, usd, mostUsd }) => [
    plainText(watch),
    `model ${plainText(model)}`,
    `about ${printNumber(tokens)} tokens${usdText(usd)}`,
    `at most ${printNumber(most)}${usdText(mostUsd)}`,
  ]);
  const models = new Map(costs.map(({ model, places }) => [model, places]));
  const where = Array.from(models, ([model, places]) =>
    places === undefined
      ? `Model ${plainText(model)} is not in the file of the stage: its watches alert without a judge.`
      : `Model ${plainText(model)} reads articles in ${plainText(places)}.`,
  );
  return `${paint('heading', 'judges, per month')}\n${printTable(rows, '  ')}\n${where.map((line) => `  ${line}\n`).join('')}\n`;
}

function usdText(usd: number | undefined): string {
  return usd === undefined ? '' : ` (${usd.toFixed(2)} USD)`;
}
