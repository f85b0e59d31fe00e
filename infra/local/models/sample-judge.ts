import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import type { Judge } from '../../../shared/domain/watches/watch.ts';

/** The name of the stand-in among the models. */
export const SAMPLE_MODEL = 'sample';

const SAMPLE: Judge = {
  relevant:
    'Articles about a recall, a breach, a factory or a plant of the company. Not interviews, rankings or sponsors.',
  raise: [{ to: 'critical', when: 'injured, injuries' }],
  summary: 'en',
  model: SAMPLE_MODEL,
  tokensPerMonth: 50_000_000,
};

/** The same watches, those of kind search with a judge. They alert from the first run on, so that it is seen at once. */
export function withSampleJudge(desired: Desired): Desired {
  const watches = desired.watches.map((watch) =>
    watch.kind === 'search' ? { ...watch, firstRun: 'tell' as const, judge: SAMPLE } : watch,
  );
  return { ...desired, watches };
}
