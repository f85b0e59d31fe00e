import { Liquid } from 'liquidjs';
import { EXTRACTION_LIMITS } from '../../../../../shared/domain/services/extraction-rules.ts';
import { messageOf } from '../../kit/settings-file.ts';

/** No files, no prototypes, and an end to endless loops: templates come from callers. */
const engine = new Liquid({
  templates: {},
  ownPropertyOnly: true,
  parseLimit: 2 * EXTRACTION_LIMITS.templateBytes,
  renderLimit: 1_000,
  memoryLimit: 50_000_000,
});

/** Why a template cannot be used, or undefined: too long, or not Liquid. */
export function templateFault(template: string): string | undefined {
  if (Buffer.byteLength(template) > EXTRACTION_LIMITS.templateBytes) {
    return `template is longer than ${EXTRACTION_LIMITS.templateBytes} bytes`;
  }
  try {
    engine.parse(template);
    return undefined;
  } catch (error) {
    return `template cannot be read: ${messageOf(error).split('\n')[0]}`;
  }
}

/** Renders a template over the fields of a delivery. @throws when it runs too long or a filter fails. */
export function renderTemplate(template: string, fields: object): string {
  return String(engine.parseAndRenderSync(template, fields));
}
