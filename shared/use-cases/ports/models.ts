import type { Question } from '../../domain/judging/question.ts';
import type { CallLimits } from './clock.ts';

/** The answer of a model, whole. */
export interface ModelAnswer {
  text: string;
  /** Input and output, as the service counted them. */
  tokens: number;
}

/** A language model. */
export interface Model {
  /**
   * Asks once.
   *
   * @throws PublishThrottled and PublishRefused when the service took nothing, VoidAnswer for an answer that is cut or
   *   has another form, PublishUnsure when the answer was lost.
   */
  ask(question: Question, limits: CallLimits): Promise<ModelAnswer>;
}

/** The models that the stage names. Undefined: it names none so. */
export type OpenModel = (name: string) => Promise<Model | undefined>;
