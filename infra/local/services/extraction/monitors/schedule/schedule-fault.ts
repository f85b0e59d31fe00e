/** A schedule that cannot be used; the message says why and what to write. */
export class ScheduleFault extends Error {
  override readonly name = 'ScheduleFault';
}
