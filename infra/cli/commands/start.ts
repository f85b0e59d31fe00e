import type { Command } from '../command.ts';
import { ABOUT, START_OPTIONS } from '../../local/start-options.ts';

/** Runs the whole stack on this machine, as `npm start` does in a clone. */
export const start: Command = {
  usage: 'start [options]',
  about: ABOUT,
  options: START_OPTIONS,
  run: async (args, world) => ((await world.startStack(args)) === 0 ? 0 : 1),
};
