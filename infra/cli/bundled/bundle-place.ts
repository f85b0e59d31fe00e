import { join } from 'node:path';

/** Where the sources of a bundle are, and where it is kept. */
export interface BundlePlace {
  /** The folder of the project. */
  root: string;
  /** The folder of the bundle and of its list. */
  home: string;
}

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The bundle of this project. */
export const OWN_PLACE: BundlePlace = { root: ROOT, home: join(ROOT, 'node_modules', '.cache', 'commands') };

/** The file beside the bundle that says what it was made of. */
export const LIST = 'bundle.txt';
