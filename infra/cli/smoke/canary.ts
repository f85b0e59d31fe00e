import { stringify } from 'yaml';
import type { Channel } from '../../../shared/domain/channels/channel.ts';
import type { Instant } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { compileWatches } from '../../watches-file/compile-watches.ts';
import { CANARY } from './canary-name.ts';

/** A watch that alerts one channel, whose only subscriber is a queue of our own: no person is notified. */
export interface Canary {
  watch: Watch;
  channel: Channel;
}

/**
 * @param queueArn ARN of the queue that receives its messages.
 * @param query what it searches for, in the query language of the news service.
 */
export function makeCanary({
  queueArn,
  query,
  now,
}: {
  queueArn: string;
  query: string;
  now: Instant;
}): Canary {
  const file = stringify({
    operators: { email: ['nobody@example.com'] },
    channels: { [CANARY]: { queue: [queueArn] } },
    watches: {
      [CANARY]: {
        kind: 'search',
        query: { q: query },
        // Only a run that smoke itself orders should come, even if the clean-up is lost.
        schedule: 'rate(30 days)',
        lookback: '1h',
        first_run: 'tell',
        severity: 'critical',
        retention: '7d',
        alert: { when: 'story', channel: CANARY },
      },
    },
  });
  const compiled = compileWatches(file, { file: CANARY, now });
  if (!compiled.ok) throw new Error(compiled.problems.map(({ path, what }) => `${path}: ${what}`).join('\n'));
  const watch = compiled.desired.watches.find(({ id }) => id === CANARY);
  const channel = compiled.desired.channels.find(({ name }) => name === CANARY);
  if (!watch || !channel) throw new Error('The canary was not compiled.');
  return { watch, channel };
}
