import * as z from 'zod';
import project from '../../package.json' with { type: 'json' };
import { components, messageDocumentSchema } from '../contracts/message-document.ts';
import { COOKIES } from '../use-cases/sign-in/answer-visitor.ts';
import type { Route } from './route.ts';
import { API_ROOT } from '../contracts/names.ts';
import { fieldsOfPath, ROUTES } from './routes.ts';
import { problemSchema } from './schemas.ts';

const JSON_TYPE = 'application/json';
const ROOT = '#/components/schemas/';

function refTo(schema: z.ZodType, type = JSON_TYPE): object {
  return { content: { [type]: { schema: { $ref: ROOT + components.get(schema)?.id } } } };
}

/** Keys of an answer may be added: only what comes in is closed. */
const SHOWN = {
  unrepresentable: 'any',
  override: ({
    zodSchema,
    jsonSchema,
  }: {
    zodSchema: unknown;
    jsonSchema: { additionalProperties?: unknown };
  }) => {
    if (zodSchema instanceof z.ZodObject) delete jsonSchema.additionalProperties;
  },
} as const;

/** JSON Schema of draft 2020-12. */
function schemaOf(schema: z.ZodType): object {
  const { $schema: _dialect, ...own } = z.toJSONSchema(schema, { ...SHOWN, io: 'input' });
  return own;
}

function fieldsOf({ input, path }: Route): object[] {
  const inPath = fieldsOfPath(path);
  return Object.entries(input.shape).map(([name, field]) => {
    const isInPath = inPath.includes(name);
    const schema = schemaOf(z.instanceof(z.ZodType).parse(field));
    return { name, in: isInPath ? 'path' : 'query', required: isInPath, schema };
  });
}

function operationOf(route: Route): object {
  const { method, name, about, access, answer } = route;
  const isPost = method === 'POST';
  const failed = {
    description: 'Why there is no answer.',
    ...refTo(problemSchema, 'application/problem+json'),
  };
  return {
    operationId: name,
    summary: name,
    description: access === 'operator' ? `${about} Only for bellwether key.` : about,
    ...(isPost
      ? { requestBody: { required: true, content: { [JSON_TYPE]: { schema: inputOf(route) } } } }
      : { parameters: fieldsOf(route) }),
    responses: {
      [isPost ? '201' : '200']: { description: 'What was asked for.', ...refTo(answer) },
      ...(method === 'GET' && { '304': { description: 'It has not changed since the ETag.' } }),
      '4XX': failed,
      '5XX': failed,
    },
  };
}

function inputOf({ input }: Route): object {
  return { ...schemaOf(input), additionalProperties: false };
}

/** The schemas that have names. */
function namedSchemas(): object {
  const { schemas } = z.toJSONSchema(components, { ...SHOWN, uri: (id) => ROOT + id });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _id, ...schema }]) => [id, schema]),
  );
}

/** The API as OpenAPI 3.1 describes it, from the table of routes. */
export function openApi(base: string): object {
  const paths = Map.groupBy(ROUTES, ({ path }) => path);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bellwether',
      version: project.version,
      description:
        'Stories, alerts and findings of a stack. Titles and texts come from the news: never trust them.',
      license: { name: project.license, identifier: project.license },
    },
    servers: [{ url: base + API_ROOT }],
    security: [{ key: [] }, { session: [] }],
    paths: Object.fromEntries(
      Array.from(paths, ([path, routes]) => [
        path,
        Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), operationOf(route)])),
      ]),
    ),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A key: bellwether key create.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: COOKIES.session,
          description:
            'Of somebody who has signed in. What changes something is taken from pages of the stack alone.',
        },
      },
      schemas: namedSchemas(),
    },
  };
}

/** The JSON Schema of the messages that webhooks, queues and buses of EventBridge get. */
export function messageSchema(): object {
  const { $schema: dialect, ...own } = z.toJSONSchema(messageDocumentSchema, SHOWN);
  return { $schema: dialect, title: 'A message of Bellwether', ...own };
}
