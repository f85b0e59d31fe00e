import { expect, it } from 'vitest';
import { estimateJudges, printJudges } from '../../../../infra/cli/plan/judge-costs.ts';
import { aWatch } from '../../../ports/examples.ts';

const judge = { relevant: 'Articles about Acme', model: 'small', tokensPerMonth: 20_000_000 };
const models = {
  small: {
    bedrock: 'eu.example.small-v1:0',
    regions: ['eu-central-1', 'eu-west-1'],
    usd_per_million: { input: 1, output: 5 },
  },
};

it('says tokens, USD and the regions of a month, never more than the watch allows', () => {
  const watches = [aWatch({ judge }), aWatch({ id: 'other', judge: { ...judge, tokensPerMonth: 10_000 } })];
  const [usual, small] = estimateJudges(watches, { findings: 20, stage: { models } });
  expect(usual?.tokens).toBeGreaterThan(300_000);
  expect(usual?.tokens).toBeLessThan(1_500_000);
  expect(usual?.usd).toBeGreaterThan(0.3);
  expect(small?.tokens).toBe(10_000);
  const text = printJudges([usual!, small!]);
  expect(text).toContain('at most 20,000,000');
  expect(text).toContain('Model small reads articles in eu-central-1, eu-west-1.');
});

it('says where a model is missing, and nothing where no watch has a judge', () => {
  const costs = estimateJudges([aWatch({ judge })], { findings: 20, stage: undefined });
  expect(printJudges(costs)).toContain('Model small is not in the file of the stage');
  expect(printJudges(estimateJudges([aWatch()], { findings: 20, stage: undefined }))).toBe('');
});
