import { randomUUID } from 'node:crypto';
import { EngineRefused } from '../wire/engine-refused.ts';

/** `Invalid parameter: …` */
export function invalidParameter(what: string): EngineRefused {
  return new EngineRefused('InvalidParameter', `Invalid parameter: ${what}`);
}

/** The pairs of a list in a form: `Attributes.entry.1.key=A&Attributes.entry.1.value=B`, by their number. */
export function entriesOf(form: URLSearchParams, list: string): Map<string, string>[] {
  const entries = new Map<string, Map<string, string>>();
  for (const [name, value] of form) {
    const [head, entry, number, ...field] = name.split('.');
    if (head !== list || entry !== 'entry' || number === undefined) continue;
    const fields = entries.get(number) ?? new Map<string, string>();
    entries.set(number, fields.set(field.join('.'), value));
  }
  return [...entries.values()];
}

/** A tree of elements: text, or lists of named elements in order. */
export type Xml = string | readonly (readonly [string, Xml])[];

export function answerXml(action: string, result: Xml): Response {
  return xmlAnswer(200, [
    [
      `${action}Response`,
      [
        [`${action}Result`, result],
        ['ResponseMetadata', [['RequestId', randomUUID()]]],
      ],
    ],
  ]);
}

export function refuseXml({ code, message, status }: EngineRefused): Response {
  const error: Xml = [
    ['Type', 'Sender'],
    ['Code', code],
    ['Message', message],
  ];
  return xmlAnswer(status, [
    [
      'ErrorResponse',
      [
        ['Error', error],
        ['RequestId', randomUUID()],
      ],
    ],
  ]);
}

function xmlAnswer(status: number, tree: Xml): Response {
  return new Response(xmlOf(tree), { status, headers: { 'content-type': 'text/xml' } });
}

function xmlOf(tree: Xml): string {
  if (typeof tree !== 'string')
    return tree.map(([name, inner]) => `<${name}>${xmlOf(inner)}</${name}>`).join('');
  return tree
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
