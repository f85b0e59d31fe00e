import { randomUUID } from 'node:crypto';
import { XMLBuilder } from 'fast-xml-parser';
import * as z from 'zod';
import { parseJson, tryParse } from '../../../../shared/contracts/parse-as.ts';
import { EngineRefused } from '../engine-app.ts';

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

/** The elements of an answer by their names: texts, elements, or lists of them. An empty list leaves an element empty. */
export interface Xml {
  readonly [name: string]: string | Xml | readonly (string | Xml)[];
}

const builder = new XMLBuilder();

export function answerXml(action: string, result: Xml): Response {
  const ResponseMetadata = { RequestId: randomUUID() };
  return xmlAnswer(200, { [`${action}Response`]: { [`${action}Result`]: result, ResponseMetadata } });
}

export function refuseXml({ code, message, status }: EngineRefused): Response {
  const Error = { Type: 'Sender', Code: code, Message: message };
  return xmlAnswer(status, { ErrorResponse: { Error, RequestId: randomUUID() } });
}

function xmlAnswer(status: number, answer: Xml): Response {
  return new Response(builder.build(answer), { status, headers: { 'content-type': 'text/xml' } });
}

export type MessageAttributes = Readonly<Record<string, { type: string; value: string }>>;

/** The content of one Publish, checked as SNS checks it. */
export interface PublishedMessage {
  topicArn: string;
  subject?: string;
  /** By protocol; `default` is always there. */
  texts: Readonly<Record<string, string>>;
  attributes: MessageAttributes;
}

/** Message and attributes together, in bytes (256 KB). */
const MESSAGE_LIMIT = 262_144;
const SUBJECT_LIMIT = 100;
const CONTROL = /\p{Cc}/u;

const structured = z.looseObject({ default: z.string() });

/**
 * Reads a Publish.
 *
 * @throws EngineRefused as SNS refuses it: a subject of 100 characters and more or with control characters, an empty
 *   or too large message, a message structure without `default`, an attribute without a value.
 */
export function parsePublish(form: URLSearchParams): PublishedMessage {
  const topicArn = form.get('TopicArn');
  if (topicArn === null) throw invalidParameter('TopicArn Reason: only topics are known on this machine');
  const subject = form.get('Subject');
  if (subject !== null) assertSubject(subject);
  const message = form.get('Message') ?? '';
  if (message === '') throw invalidParameter('Empty message');
  const attributes = parseAttributes(form);
  if (sizeOf(message, attributes) > MESSAGE_LIMIT) throw invalidParameter('Message too long');
  return {
    topicArn,
    ...(subject === null ? {} : { subject }),
    texts: parseTexts(message, form.get('MessageStructure')),
    attributes,
  };
}

/** The text that a protocol gets. */
export function textFor(message: PublishedMessage, protocol: string): string {
  return message.texts[protocol] ?? message.texts['default'] ?? '';
}

function assertSubject(subject: string): void {
  if (subject.trim() === '' || subject.length >= SUBJECT_LIMIT || CONTROL.test(subject)) {
    throw invalidParameter('Subject');
  }
}

function parseTexts(message: string, structure: string | null): Record<string, string> {
  if (structure === null) return { default: message };
  if (structure !== 'json') throw invalidParameter('Message Structure - the only valid value is json');
  const parsed = tryParse(z.looseObject({}), parseJson(message));
  if (!parsed.success) throw invalidParameter('Message Structure - JSON message body failed to parse');
  if (!tryParse(structured, parsed.data).success) {
    throw invalidParameter('Message Structure - No default entry in JSON message body');
  }
  return Object.fromEntries(
    Object.entries(parsed.data).flatMap(([protocol, text]) =>
      typeof text === 'string' ? [[protocol, text]] : [],
    ),
  );
}

function parseAttributes(form: URLSearchParams): MessageAttributes {
  const attributes = new Map<string, { type: string; value: string }>();
  for (const entry of entriesOf(form, 'MessageAttributes')) {
    const name = entry.get('Name') ?? '';
    const type = entry.get('Value.DataType') ?? '';
    const value = entry.get('Value.StringValue') ?? entry.get('Value.BinaryValue') ?? '';
    if (!/^(?!aws\.|amazon\.|\.)[\w.-]{1,256}(?<!\.)$/i.test(name)) {
      throw new EngineRefused('InvalidParameterValue', `The message attribute name '${name}' is not valid.`);
    }
    if (!/^(String|Number|Binary|String\.Array)(\.[\w.]+)?$/.test(type)) {
      const why = `The message attribute '${name}' has an invalid message attribute type.`;
      throw new EngineRefused('InvalidParameterValue', why);
    }
    if (value === '') {
      const why = `The message attribute '${name}' must contain non-empty message attribute value for message attribute type '${type}'.`;
      throw new EngineRefused('InvalidParameterValue', why);
    }
    attributes.set(name, { type, value });
  }
  return Object.fromEntries(attributes);
}

function sizeOf(message: string, attributes: MessageAttributes): number {
  const parts = Object.entries(attributes).flatMap(([name, { type, value }]) => [name, type, value]);
  return [message, ...parts].reduce((size, part) => size + Buffer.byteLength(part), 0);
}
