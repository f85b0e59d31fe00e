import { mostTokens, type Question } from '../../domain/judging/question.ts';
import { VoidAnswer } from '../../domain/judging/read-answer.ts';
import { PublishRefused, PublishThrottled } from '../../domain/lib/errors.ts';
import { monthOf } from '../../domain/runs/run-state.ts';
import { type Instant, SECOND } from '../../domain/time/instant.ts';
import type { CallLimits } from '../ports/clock.ts';
import type { Model, ModelAnswer } from '../ports/models.ts';
import type { Ports } from '../ports/ports.ts';

/** A question within a budget. */
interface AskOrder<T> {
  /** Undefined: the stage does not name it. */
  model: Model | undefined;
  /** Its name in the file of the stage. */
  name: string;
  question: Question;
  /** Whose budget it is: a watch, or the brief of a channel. */
  owner: string;
  /** The most tokens in a month of UTC. */
  most: number;
  deadline: Instant;
  /** @throws VoidAnswer for an answer that does not count. */
  read: (answer: ModelAnswer) => T;
}

/**
 * Asks a model once, once more where it throttles. The most that it can take is booked before; an answer that is lost
 * counts whole.
 *
 * @returns what was read of the answer, or `failure`: why there is none, as a sentence.
 */
export async function askModel<T>(
  { model, name, question, owner, most, deadline, read }: AskOrder<T>,
  { clock, judging }: Pick<Ports, 'clock' | 'judging'>,
): Promise<{ value: T } | { failure: string }> {
  if (!model)
    return {
      failure: `The stage names no model ${name}. Add it to models in the file of the stage, and deploy.`,
    };
  const booked = mostTokens(question);
  const own = { watchId: owner, month: monthOf(clock.now()) };
  if (!(await judging.reserve({ ...own, tokens: booked, most, now: clock.now() })))
    return {
      failure: `The ${most} tokens of tokens_per_month have no room for another call until next month.`,
    };
  const settle = (used: number) => judging.add({ ...own, tokens: used - booked });
  try {
    const answer = await askPatiently(() => model.ask(question, { deadline }), { clock, deadline });
    await settle(answer.tokens);
    return { value: read(answer) };
  } catch (error) {
    if (error instanceof VoidAnswer) return { failure: `Its answer does not count: ${error.message}.` };
    if (error instanceof PublishRefused) await settle(0);
    return { failure: error instanceof Error ? error.message : 'It gave no answer.' };
  }
}

/** The longest wait for a service that throttles. */
const LONGEST_WAIT = 5 * SECOND;

/** Asks once more where the service throttles. */
async function askPatiently(
  send: () => Promise<ModelAnswer>,
  { clock, deadline }: Pick<Ports, 'clock'> & CallLimits,
): Promise<ModelAnswer> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof PublishThrottled)) throw error;
    const wait = Math.min(error.retryAfter, LONGEST_WAIT);
    if (clock.now() + wait >= deadline) throw error;
    await clock.sleep(wait);
    return send();
  }
}
