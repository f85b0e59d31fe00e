import * as z from 'zod';
import { fieldsOfPath, ROUTES } from '../../../shared/api/routes.ts';
import type { Route } from '../../../shared/api/route.ts';
import { parseAs, parseJson } from '../../../shared/contracts/parse-as.ts';
import { NAME } from '../../../shared/domain/lib/fields.ts';
import type { Command } from '../command.ts';
import { CliFailure } from '../failure.ts';
import type { Stack } from '../stack/stack.ts';
import type { World } from '../world.ts';

/** A tool of an assistant. */
export interface Tool {
  name: string;
  about: string;
  input: z.ZodObject;
  answer: z.ZodType;
  /** Whether it changes anything. */
  changes: boolean;
  call: (input: object, given: { stack: Stack; world: World }) => Promise<unknown>;
}

/** The routes of the API that are tools. */
const OF_ROUTES = new Set(
  'search stories story alerts findings records watches status silences silence acknowledge'.split(' '),
);

/** What assistants get of an answer: short texts, and nothing that repeats what others say. */
const LONGEST = 400;
const LEFT_OUT = new Set(
  'matched image similar robotsCompliant tags iptcTags iptcCodes iabTags customTags'.split(' '),
);

function toolOfRoute(route: Route): Tool {
  const { name, about, method, input, access, path } = route;
  const answer = z.toJSONSchema(route.answer, { override: ({ jsonSchema }) => loosen(jsonSchema) });
  return {
    name,
    about,
    input,
    answer: z.fromJSONSchema(answer),
    changes: access === 'write',
    async call(given, { stack }) {
      const role = access === 'write' ? 'editor' : 'reader';
      if (method === 'POST') return stack.callApi({ method, target: path, role, body: given }, z.unknown());
      const query = new URLSearchParams(parseAs(z.record(z.string(), z.coerce.string()), given));
      const target = fieldsOfPath(path).reduce((at, field) => {
        const value = query.get(field) ?? '';
        query.delete(field);
        return at.replace(`{${field}}`, encodeURIComponent(value));
      }, path);
      return stack.callApi({ method, target: `${target}?${query.toString()}`, role }, z.unknown());
    },
  };
}

/** Answers lack what is left out, and no patterns of times are shown. */
function loosen(schema: z.core.JSONSchema.BaseSchema): void {
  delete schema.additionalProperties;
  delete schema.pattern;
  delete schema.format;
  for (const name of LEFT_OUT) delete schema.properties?.[name];
  schema.required = schema.required?.filter((name) => !LEFT_OUT.has(name));
}

const watch = z.string().regex(NAME);

/** So many entries a list has, but for the pages of routes. */
const MOST_ENTRIES = 20;
const WHOLE = new Set(['items', 'articles']);

interface CommandTool extends Pick<Tool, 'name' | 'about' | 'input'>, Partial<Pick<Tool, 'changes'>> {
  load: () => Promise<Command>;
  /** Its arguments. */
  args: (input: Record<string, string>, world: World) => readonly string[];
}

/** Commands that are tools: their JSON is the answer. */
const COMMANDS: readonly CommandTool[] = [
  {
    name: 'explain',
    about:
      'Explains why an article, by its address, or an alert, by its id, was sent or not. Makes a few calls.',
    input: z.strictObject({ of: z.string().regex(/^(https?:\/\/\S+|\w{20})$/), watch: watch.optional() }),
    load: async () => (await import('../commands/explain.ts')).explain,
    args: ({ of = '', watch: only }) => [...(only === undefined ? [] : ['--watch', only]), '--', of],
  },
  {
    name: 'preview',
    about:
      'Shows what a watch of the watches file would find and send, before it is applied. Makes a few calls.',
    input: z.strictObject({ watch }),
    load: async () => (await import('../commands/preview.ts')).preview,
    args: ({ watch: id = '' }) => ['--', id],
  },
  {
    name: 'replay',
    about: 'Compares what the watches file would have sent in the past days with what is in force.',
    input: z.strictObject({
      days: z.number().int().min(1).max(30).default(7),
      maxCalls: z.number().int().min(1).max(1_000).default(100),
    }),
    load: async () => (await import('../commands/replay.ts')).replay,
    args: ({ days = '', maxCalls = '' }, { watchesFile }) => [
      `--against=${watchesFile}`,
      `--days=${days}`,
      `--max-calls=${maxCalls}`,
    ],
  },
  {
    name: 'report',
    about: 'Writes a report of the watches file, sends it to nobody, and gives its link.',
    input: z.strictObject({
      report: watch,
      period: z
        .string()
        .regex(/^[\dW][\dW.-]*d?$/)
        .optional(),
    }),
    load: async () => (await import('../commands/report.ts')).report,
    args: ({ report = '', period }) => [
      ...(period === undefined ? [] : [`--period=${period}`]),
      '--',
      report,
    ],
  },
  {
    name: 'run',
    about: 'Queues a run of a watch now.',
    input: z.strictObject({ watch }),
    changes: true,
    load: async () => (await import('../commands/orders.ts')).run,
    args: ({ watch: id = '' }) => ['--', id],
  },
];

function toolOfCommand({ load, args, changes = false, ...tool }: CommandTool): Tool {
  return {
    ...tool,
    changes,
    answer: z.looseObject({}),
    async call(given, { stack, world }) {
      const input = parseAs(z.record(z.string(), z.coerce.string()), given);
      let out = '';
      const code = await (await load()).run(['--json', ...args(input, world)], {
        ...world,
        stdout: { write: (text) => (out += text) },
        openStack: async () => stack,
      });
      if (out === '') throw new CliFailure(`${tool.name} ended with code ${code}.`);
      return parseJson(out);
    },
  };
}

/** All tools, or those that change nothing. */
export function toolsOf({ allowChanges }: { allowChanges: boolean }): Tool[] {
  const all = [
    ...ROUTES.filter(({ name }) => OF_ROUTES.has(name)).map(toolOfRoute),
    ...COMMANDS.map(toolOfCommand),
  ];
  return all.filter(({ changes }) => allowChanges || !changes);
}

/** An answer as an assistant gets it. */
export function briefOf(answer: unknown): unknown {
  const brief = (name: string, value: unknown): unknown => {
    if (LEFT_OUT.has(name)) return undefined;
    if (typeof value === 'string' && value.length > LONGEST) return `${value.slice(0, LONGEST)}…`;
    return Array.isArray(value) && !WHOLE.has(name) ? value.slice(0, MOST_ENTRIES) : value;
  };
  return parseJson(JSON.stringify(answer, brief));
}
