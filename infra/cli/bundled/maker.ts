import { constants, setPriority } from 'node:os';
import { OWN_PLACE } from './bundle-place.ts';
import { makeBundle } from './make-bundle.ts';

// The process that makes the bundle of this project, after all that the machine has to do.
setPriority(constants.priority.PRIORITY_LOW);
await makeBundle(OWN_PLACE, 'infra/cli/bundled/program.ts');
