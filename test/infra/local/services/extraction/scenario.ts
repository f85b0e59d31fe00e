import { expect } from 'vitest';
import { openMemoryState } from '../../../../../infra/local/services/kit/state-folder.ts';
import { article, heldClock, openExtraction, type OpenOptions, SECOND } from './open-extraction.ts';

/**
 * One step of a scenario: so many milliseconds pass; or a call such as `GET /status/$job` with its body where it has
 * one, the status of its answer, and a part of the answer. `bob@acme DELETE /jobs/$job` is called with the key of Bob,
 * for an organization, and `$job` is what `keep('job')` took from an earlier answer. These are no calls of the service: `STATES` are all states
 * of a job, asked each second; `SENT` is what webhooks got since the last such step; `MAILS` what was mailed; `PLAY`
 * sets faults; `RESTART` ends the service and opens it again over the same state.
 */
export type Step = number | readonly [call: string, ...more: unknown[]];

export interface Scenario extends OpenOptions {
  steps: readonly Step[];
}

export type Scenarios = Readonly<Record<string, readonly Step[] | Scenario>>;

let kept = new Map<string, unknown>();

/** Matches anything that is there, and keeps it under a name. */
export function keep(name: string): object {
  const asymmetricMatch = (value: unknown) => {
    if (value !== undefined) kept.set(name, value);
    return value !== undefined;
  };
  return { asymmetricMatch };
}

export const QUERY = { query: 'Data breaches at retailers' };

/** Submits a job and keeps its id. */
export function submit(body: object = {}, name = 'job'): Step {
  return ['POST /submit', { ...QUERY, ...body }, 200, { job_id: keep(name) }];
}

/** Submits a job and lets it end. */
export function finished(body: object = {}, name = 'job'): Step[] {
  return [submit(body, name), 600 * SECOND];
}

/** The same call with other bodies, each refused with a status. */
export function refused(
  call: string,
  base: object,
  rows: readonly [status: number, ...bodies: object[]][],
): Step[] {
  return rows.flatMap(([status, ...bodies]) =>
    bodies.map((body): Step => [call, { ...base, ...body }, status]),
  );
}

export function gets(rows: readonly (readonly [path: string, status: number, answer?: unknown])[]): Step[] {
  return rows.map(([path, ...more]): Step => [`GET ${path}`, ...more]);
}

/** What does not have some fields. */
export function without(...keys: string[]): unknown {
  return expect.not.objectContaining(Object.fromEntries(keys.map((key) => [key, expect.anything()])));
}

/** Some records of a list, by one of their fields. */
export function list(name: string, field: string, values: readonly unknown[]): object {
  return { [name]: values.map((value) => ({ [field]: value })) };
}

export const ARTICLES = [
  article('Retailer Acme hit by data breach, 40 million cards stolen', {
    content: 'Acme Corp of acme.example said on November 20 that hackers stole 40 million cards.',
  }),
  article('Retailer Globex admits a data breach', {
    content: 'The chain Globex, a rival of Acme Corp, said so.',
  }),
  article('A bakery opens in Paris'),
];

/** What was answered well, and refused, by method and route. */
export const covered = { good: new Set<string>(), refused: new Set<string>() };

/** Plays a scenario. */
export async function play(scenario: readonly Step[] | Scenario): Promise<void> {
  const { steps, ...options }: Scenario = 'steps' in scenario ? scenario : { steps: scenario };
  const given = { articles: ARTICLES, state: openMemoryState(), clock: heldClock(), ...options };
  kept = new Map();
  let open = await openExtraction(given);
  let seen = 0;
  for (const step of steps) {
    if (typeof step === 'number') {
      await given.clock.advance(step);
      continue;
    }
    const [call, ...more] = step;
    const [word = '', path = ''] = fill(call).split(' ');
    if (word === 'RESTART') {
      await open.close();
      await given.clock.advance(Number(path));
      open = await openExtraction(given);
      seen = 0;
    } else if (word === 'PLAY') open.faults.play(JSON.parse(JSON.stringify(more)));
    else if (word === 'MAILS') expect(open.service.outbox()).toMatchObject(more);
    else if (word === 'SENT') {
      const sent = open.sent.slice(seen).map(({ body, ...rest }) => ({ ...rest, body: readBody(body) }));
      expect({ call, sent }).toMatchObject({ call, sent: fill(more) });
      seen = open.sent.length;
    } else if (word === 'STATES') {
      const states: string[] = [];
      while (!/completed|failed/.test(states.at(-1) ?? '') && given.clock.now() < Infinity) {
        const { status } = (await open.call('GET', `/svc/status/${path}`)).body;
        if (status !== states.at(-1)) states.push(status);
        await given.clock.advance(SECOND);
      }
      expect(states).toEqual(more);
    } else await ask(open, call, more);
  }
  expect(open.logged.filter((line) => line.includes('    at '))).toEqual([]);
  await open.close();
}

function readBody(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return body;
  }
}

async function ask(open: Awaited<ReturnType<typeof openExtraction>>, call: string, more: readonly unknown[]) {
  const [, who = 'ann', organization, method = '', path = ''] =
    /^(?:(\w+)(?:@(\w+))? )?([A-Z]+) (\S+)$/.exec(call) ?? [];
  const [body, status, wanted] = typeof more[0] === 'number' ? [undefined, ...more] : more;
  const headers = {
    'x-api-key': `key-of-${who}`,
    ...(organization && { 'x-organization-id': organization }),
  };
  const answer = await open.call(method, `/svc${fill(path)}`, fill(body), headers);
  expect({ call, sent: body, status: answer.status, body: answer.body ?? answer.text }).toMatchObject({
    call,
    status,
    ...(wanted !== undefined && { body: fill(wanted) }),
  });
  const [route] = open.service.app.routes
    .filter((one) => one.method === method && patternOf(one.path).test(`/svc${fill(path).split('?')[0]}`))
    .toSorted((a, b) => a.path.split(':').length - b.path.split(':').length);
  covered[answer.status < 400 ? 'good' : 'refused'].add(`${method} ${route?.path}`);
  if (answer.status >= 400) expect(isRefusal(answer)).toBe(true);
}

function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`);
}

/** `{detail}`, of 422 as a list; of entities with 400 `{message}` (extraction service, errors). */
function isRefusal({ status, body }: { status: number; body: any }): boolean {
  if (status === 422 && Array.isArray(body.detail)) {
    return body.detail.every((issue: object) => Object.keys(issue).join() === 'loc,msg,type');
  }
  return typeof (body.detail ?? body.message) === 'string';
}

function keptText(name: string, key: string): string {
  const value = kept.get(key);
  return typeof value === 'string' ? value : name;
}

/** A value with what was kept in place of `$name`. */
function fill<Value>(value: Value): Value {
  const filled = (part: any): any => {
    if (typeof part === 'string') {
      // Alone, it is the whole value.
      const whole = kept.get(/^\$(\w+)$/.exec(part)?.[1] ?? '');
      return whole ?? part.replaceAll(/\$(\w+)/g, keptText);
    }
    if (Array.isArray(part)) return part.map(filled);
    const isPlain =
      part !== null && typeof part === 'object' && Object.getPrototypeOf(part) === Object.prototype;
    if (!isPlain || 'asymmetricMatch' in part) return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, filled(item)]));
  };
  return filled(value);
}
