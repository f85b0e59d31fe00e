import { channelDefinitionSchema, watchDefinitionSchema } from '../../contracts/stored/definitions.ts';
import type { Definitions } from '../../use-cases/ports/definitions.ts';
import type { Key, Table } from '../table.ts';

const WATCHES = 'WATCHES';
const CHANNELS = 'CHANNELS';
/** More than the filters of a topic allow. */
const MOST = 10_000;

/** The key of a channel. */
export function channelKey(name: string): Key {
  return { pk: CHANNELS, sk: name };
}

/** Watches and channels, one partition each. */
export function dynamoDefinitions(table: Table): Definitions {
  return {
    watch: (id) => table.get({ pk: WATCHES, sk: id }, watchDefinitionSchema),
    watches: () => table.query({ partition: WATCHES, limit: MOST }, watchDefinitionSchema),
    putWatch: (watch) => table.put({ pk: WATCHES, sk: watch.id, ...watch }),
    removeWatch: (id) => table.remove({ pk: WATCHES, sk: id }),
    channel: (name) => table.get(channelKey(name), channelDefinitionSchema),
    channels: () => table.query({ partition: CHANNELS, limit: MOST }, channelDefinitionSchema),
    putChannel: (channel) => table.put({ pk: CHANNELS, sk: channel.name, ...channel }),
    removeChannel: (name) => table.remove({ pk: CHANNELS, sk: name }),
  };
}
