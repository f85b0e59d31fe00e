import { OPERATORS } from '../domain/channels/channel.ts';
import { desiredSchema } from './stored/definitions.ts';

/** What a deployment must know about the watches. */
interface DeploymentFacts {
  /** E-mail addresses of the operators. */
  operators: readonly string[];
  /** The addresses from which channels send mail through SES, without repeats. */
  senders: readonly string[];
  /** Whether any watch reads feeds. Then the stack has the poller. */
  hasFeeds: boolean;
  /** Whether any watch reads the archive of the world's news. Then the stack has its reader. */
  hasWorld: boolean;
}

/**
 * Reads compiled watches, the payload of `apply-watches`.
 *
 * @throws SyntaxError or ZodError when the text is not such a payload.
 */
export function deploymentFacts(watchesJson: string): DeploymentFacts {
  const { channels, watches, feeds = [] } = desiredSchema.parse(JSON.parse(watchesJson));
  return {
    operators: channels.find(({ name }) => name === OPERATORS)?.email ?? [],
    senders: [...new Set(channels.flatMap(({ transports }) => transports?.ses?.from ?? []))].toSorted(),
    hasFeeds: feeds.length > 0,
    hasWorld: watches.some(({ kind }) => kind === 'world'),
  };
}
