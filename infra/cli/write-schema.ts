import { writeFile } from 'node:fs/promises';
import { watchesJsonSchema } from '../../shared/contracts/watches-file/watches-json-schema.ts';
import { stageJsonSchema } from '../stages/stage-file.ts';
import { messageSchema, openApi } from '../../shared/api/openapi.ts';
import { printJson } from './print-values.ts';

// Run after a change of the schemas: node infra/cli/write-schema.ts

const root = new URL('../../', import.meta.url);
await writeFile(new URL('watches.schema.json', root), `${printJson(watchesJsonSchema())}\n`);
await writeFile(new URL('infra/stages/stage.schema.json', root), `${printJson(stageJsonSchema())}\n`);
await writeFile(new URL('docs/openapi.json', root), `${printJson(openApi('https://pages.acme.example'))}\n`);
await writeFile(new URL('docs/message.schema.json', root), `${printJson(messageSchema())}\n`);
