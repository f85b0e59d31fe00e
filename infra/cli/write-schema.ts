import { writeFile } from 'node:fs/promises';
import { watchesJsonSchema } from '../../shared/contracts/watches-file/json-schema/watches-json-schema.ts';
import { printJson } from './print-json.ts';

// Run after a change of the schemas: node infra/cli/write-schema.ts

const file = new URL('../../watches.schema.json', import.meta.url);
await writeFile(file, `${printJson(watchesJsonSchema())}\n`);
