import { launchStart } from './launch.ts';

// What `npm start` runs.
process.exitCode = await launchStart(process.argv.slice(2));
