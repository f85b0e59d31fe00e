import { constants, setPriority } from 'node:os';
import { PROGRAMS } from './bundled-programs.ts';
import { makeBundle } from './make-bundle.ts';

// The process that makes the bundle of one program of this project, after all that the machine has to do. Its argument is the name.
setPriority(constants.priority.PRIORITY_LOW);
for (const [name, program] of Object.entries(PROGRAMS)) {
  if (name === process.argv[2]) await makeBundle(program);
}
