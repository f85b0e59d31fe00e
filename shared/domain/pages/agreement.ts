import type { Judgement } from '../findings/newness.ts';
import type { TriageActionKind } from './signed-link.ts';
import type { ReaderAction } from './reader-action.ts';

/** How far readers agree with a model that called articles not relevant. */
export interface Agreement {
  /** How many of the articles that it judged have a mark of a reader. */
  marks: number;
  /** Of those that it called not relevant, the share that readers marked so, 0..1. Absent: it called none so. */
  precision?: number;
  /** Of those that readers marked not relevant, the share that it called so, 0..1. Absent: they marked none so. */
  recall?: number;
}

/** What readers say of an article by what they do. Other actions say nothing of it. */
const MARKS: Readonly<Partial<Record<TriageActionKind, boolean>>> = {
  relevant: true,
  acknowledge: true,
  assign: true,
  'not-relevant': false,
};

/** Whether readers called alerts relevant, by the id of the alert. The last one to say so counts. */
export function marksOf(actions: readonly ReaderAction[]): Map<string, boolean> {
  const marks = actions.flatMap(({ kind, alertId, undoneAt, at }) => {
    const mark = MARKS[kind];
    return mark === undefined || undoneAt !== undefined ? [] : [{ alertId, mark, at }];
  });
  return new Map(marks.toSorted((a, b) => a.at - b.at).map(({ alertId, mark }) => [alertId, mark]));
}

/** Compares the words of a model with marks of readers, both by the id of an article or of its alert. */
export function agreementOf(
  words: ReadonlyMap<string, Pick<Judgement, 'relevant'>>,
  marks: ReadonlyMap<string, boolean>,
): Agreement {
  const both = [...words].flatMap(([id, { relevant }]) => {
    const mark = marks.get(id);
    return mark === undefined ? [] : [{ called: !relevant, marked: !mark }];
  });
  const called = both.filter((one) => one.called).length;
  const marked = both.filter((one) => one.marked).length;
  const agreed = both.filter((one) => one.called && one.marked).length;
  return {
    marks: both.length,
    ...(called > 0 && { precision: agreed / called }),
    ...(marked > 0 && { recall: agreed / marked }),
  };
}
