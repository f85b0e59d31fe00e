import { loadProgram } from '../cli/bundled/load-program.ts';
import type * as Program from './run-start.ts';

// What `npm start` runs. From a bundle it starts half a second sooner.
const { module, done } = await loadProgram<typeof Program>('start');
process.exitCode = await module.runStart(process.argv.slice(2));
await done();
process.exit();
