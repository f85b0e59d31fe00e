import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { installPython } from '../tools/install.ts';
import { type CreateOnly, KEPT_TYPES } from './replacements.ts';

/**
 * The properties that replace a resource, from the schemas that CloudFormation publishes for its types. cfn-lint carries them.
 *
 * @throws Unavailable without Python or without the network.
 */
export async function readCreateOnly(): Promise<CreateOnly> {
  const home = dirname(await installPython('cfn-lint'));
  const [schemas] = globSync('**/cfnlint/data/schemas', { cwd: home });
  if (schemas === undefined) throw new Error('cfn-lint has no schemas where they were');
  const read = async (path: string): Promise<any> =>
    JSON.parse(await readFile(join(home, schemas, path), 'utf8'));
  const files = await read('providers/eu-west-1.json');
  const entries = await Promise.all(
    KEPT_TYPES.map(async (type) => {
      const { createOnlyProperties = [], conditionalCreateOnlyProperties = [] } = await read(
        `resources/${files[type]}.json`,
      );
      const paths: string[] = [...createOnlyProperties, ...conditionalCreateOnlyProperties];
      return [type, paths.map((path) => path.replace(/^\/properties\//, ''))] as const;
    }),
  );
  return Object.fromEntries(entries);
}
