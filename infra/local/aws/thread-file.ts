import { extname } from 'node:path';

/** A file of code beside another one: TypeScript in a clone, JavaScript in the installed package. */
export function threadFile(name: string, beside: string): URL {
  return new URL(`./${name}${extname(beside)}`, beside);
}
