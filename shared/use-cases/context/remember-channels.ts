import type { Channel } from '../../domain/channels/channel.ts';
import type { Definitions } from '../ports/definitions.ts';

/** Definitions that read each channel once. A run puts many alerts on few channels within minutes. */
export function rememberChannels(definitions: Definitions): Definitions {
  const known = new Map<string, Promise<Channel | undefined>>();
  return {
    ...definitions,
    channel(name) {
      const read = known.get(name) ?? definitions.channel(name);
      known.set(name, read);
      return read;
    },
  };
}
