/**
 * True in `npm run test:full`, which runs the tests that have a full form, in that form: simulated weeks, large
 * volumes, and many more random cases. It takes an hour, on request and once a week.
 */
export const isFull = process.env['TEST_FORM'] === 'full';

/** What a test uses in `npm test` and `npm run test:long`, and in `npm run test:full`. */
export function fullForm<T>(usual: T, full: T): T {
  return isFull ? full : usual;
}
