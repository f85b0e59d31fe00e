import * as z from 'zod';
import { stageFileSchema } from './stage-file.ts';

/** Editors support this draft best. */
const TARGET = 'draft-7';

/** The JSON Schema of `infra/stages/NAME.yaml`, for editors. The rules between several values are left to the synthesis. */
export function stageJsonSchema(): object {
  return z.toJSONSchema(stageFileSchema, { io: 'input', target: TARGET });
}
