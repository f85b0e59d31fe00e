/** A fitted logistic regression: the weight of each feature, and the bias. */
export interface Fit {
  weights: number[];
  bias: number;
}

/** One example: its features, and whether it is a true one. `counts` is how much it counts. */
export interface Example {
  features: readonly number[];
  isTrue: boolean;
  counts: number;
  /** What is added to its odds and not fitted. */
  offset?: number;
}

const STEPS = 300;
const RATE = 0.5;
const MOMENTUM = 0.9;
const SHRINK = 1e-4;

/**
 * Logistic regression by gradient descent over features of mean 0 and deviation 1. The same examples give the same
 * fit.
 */
export function fitLogistic(examples: readonly Example[]): Fit {
  const size = examples[0]?.features.length ?? 0;
  const total = examples.reduce((sum, { counts }) => sum + counts, 0);
  const columns = Array.from({ length: size }, (_, at) => scaleOf(examples, at));
  const rows = examples.map(({ features, isTrue, counts, offset = 0 }) => ({
    x: columns.map(({ mean, deviation }, at) => ((features[at] ?? 0) - mean) / deviation),
    isTrue,
    counts,
    offset,
  }));
  const weights = Array.from({ length: size + 1 }, () => 0);
  const speed = [...weights];
  for (let step = 0; step < STEPS; step += 1) {
    const slope = weights.map(() => 0);
    for (const { x, isTrue, counts, offset } of rows) {
      let odds = weights[size]! + offset;
      for (let at = 0; at < size; at += 1) odds += weights[at]! * x[at]!;
      const error = ((isTrue ? 1 : 0) - 1 / (1 + Math.exp(-odds))) * counts;
      for (let at = 0; at < size; at += 1) slope[at]! += error * x[at]!;
      slope[size]! += error;
    }
    for (const [at, weight] of weights.entries()) {
      speed[at] = MOMENTUM * speed[at]! + RATE * (slope[at]! / total - SHRINK * weight);
      weights[at] = weight + speed[at];
    }
  }
  const plain = columns.map(({ deviation }, at) => weights[at]! / deviation);
  return {
    weights: plain,
    bias: columns.reduce((bias, { mean }, at) => bias - plain[at]! * mean, weights[size]!),
  };
}

function scaleOf(examples: readonly Example[], at: number): { mean: number; deviation: number } {
  const values = examples.map(({ features }) => features[at] ?? 0);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(variance) || 1 };
}
