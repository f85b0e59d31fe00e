/**
 * By how much a word after a figure multiplies it, in the languages that write it beside a figure in Latin letters.
 * Lower case.
 */
export const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  lakh: 1e5,
  m: 1e6,
  mn: 1e6,
  mln: 1e6,
  mio: 1e6,
  million: 1e6,
  millions: 1e6,
  millionen: 1e6,
  millones: 1e6,
  crore: 1e7,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  billions: 1e9,
  milliard: 1e9,
  milliards: 1e9,
  milliarden: 1e9,
  mrd: 1e9,
  trillion: 1e12,
};
