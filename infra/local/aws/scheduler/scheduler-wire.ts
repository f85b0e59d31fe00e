import * as z from 'zod';
import { parseAs, parseJson } from '../../../../shared/contracts/parse-as.ts';
import { type Instant, SECOND } from '../../../../shared/domain/time/instant.ts';
import { ScheduleError } from '../../../../shared/domain/time/schedule.ts';
import { arnOf } from '../local-account.ts';
import type { SharedClock } from '../shared-clock.ts';
import { engineApp, type EngineApp, type EngineCall, EngineRefused } from '../engine-app.ts';
import { type Agenda, definitionSchema, keyOf, type ScheduleRecord, slotAfter } from './schedule-record.ts';

interface SchedulerState {
  groups: readonly string[];
  agenda: Agenda;
  clock: SharedClock;
  /** How many requests of one kind it takes in a second. Left out: as few as AWS in any region. */
  rate?: number | undefined;
}

const DEFAULT_GROUP = 'default';
const MOST_LISTED = 100;

/** The body of a request: the definition, its group, and a token that makes a repeat harmless on AWS. */
const requestSchema = definitionSchema.extend({
  GroupName: z.string().default(DEFAULT_GROUP),
  ClientToken: z.string().optional(),
});

/** The REST JSON wire of EventBridge Scheduler for schedules. Groups come from the template alone. */
export function schedulerApp(state: SchedulerState): EngineApp {
  const { agenda } = state;
  const app = engineApp(refusalAnswer);
  const count = countRequests(state.rate);
  app.use('/schedules/*', async ({ req: { method, path } }, next) => {
    count(method === 'GET' && path === '/schedules' ? 'list' : method);
    await next();
  });
  const found = (call: EngineCall) => {
    const group = call.req.query('groupName') ?? DEFAULT_GROUP;
    return existing(state, group, nameIn(call));
  };
  app.get('/schedules', (call) => call.json(list(new URL(call.req.url).searchParams, state)));
  app.get('/schedules/:name', (call) => call.json(detailsOf(found(call))));
  app.post('/schedules/:name', (call) => call.json(write(call, { state, replaces: false })));
  app.put('/schedules/:name', (call) => call.json(write(call, { state, replaces: true })));
  app.delete('/schedules/:name', (call) => {
    const { group, name } = found(call);
    agenda.remove(keyOf(group, name));
    return call.json({});
  });
  app.notFound(({ req: { method, path } }) => {
    throw new EngineRefused('ValidationException', `${method} ${path} is not known on this machine`);
  });
  return app;
}

function nameIn(call: EngineCall): string {
  return call.req.param('name') ?? '';
}

function existing(state: SchedulerState, group: string, name: string): ScheduleRecord {
  const found = state.agenda.get(keyOf(group, name));
  if (!found) throw new EngineRefused('ResourceNotFoundException', `Schedule ${name} does not exist.`, 404);
  return found;
}

function write(call: EngineCall, { state, replaces }: { state: SchedulerState; replaces: boolean }): object {
  const name = nameIn(call);
  const {
    GroupName: group,
    ClientToken: _token,
    ...definition
  } = parseAs(requestSchema, parseJson(call.get('body')));
  if (!/^[\w.-]{1,64}$/.test(name)) throw new EngineRefused('ValidationException', `Invalid name ${name}`);
  if (!state.groups.includes(group)) {
    throw new EngineRefused('ResourceNotFoundException', `Schedule group ${group} does not exist.`, 404);
  }
  const before = replaces ? existing(state, group, name) : undefined;
  if (!replaces && state.agenda.get(keyOf(group, name))) {
    throw new EngineRefused('ConflictException', `Schedule ${name} already exists.`, 409);
  }
  const now = state.clock.now();
  const record = { group, name, definition, createdAt: before?.createdAt ?? now, changedAt: now };
  assertStart(record, now);
  state.agenda.put(record);
  return { ScheduleArn: arnFor(record) };
}

/** How long ago a schedule may start at most. Seconds. */
const EARLIEST_START = 300;

/** Refuses a schedule that begins too long ago, and one that would call once in the past. */
function assertStart(record: ScheduleRecord, now: Instant): void {
  const { ScheduleExpression, StartDate = Number.POSITIVE_INFINITY } = record.definition;
  const isOnce = ScheduleExpression.startsWith('at(');
  if (!isOnce && StartDate < now / SECOND - EARLIEST_START) {
    const message = 'The StartDate you specify cannot be earlier than 5 minutes ago.';
    throw new EngineRefused('ValidationException', message);
  }
  if (slotAfter(record) === undefined && isOnce) {
    throw new EngineRefused('ValidationException', `Invalid Schedule Expression ${ScheduleExpression}.`);
  }
}

function list(query: URLSearchParams, { agenda }: SchedulerState): object {
  const [group, prefix] = [query.get('ScheduleGroup'), query.get('NamePrefix')];
  const from = Number(query.get('NextToken') ?? 0);
  const limit = Number(query.get('MaxResults') ?? MOST_LISTED);
  const all = agenda
    .all()
    .filter(
      (one) => (group === null || one.group === group) && (prefix === null || one.name.startsWith(prefix)),
    );
  return {
    Schedules: all.slice(from, from + limit).map((one) => ({
      ...headOf(one),
      Target: { Arn: one.definition.Target.Arn },
    })),
    ...(from + limit < all.length ? { NextToken: String(from + limit) } : {}),
  };
}

function headOf(record: ScheduleRecord): object {
  return {
    Arn: arnFor(record),
    GroupName: record.group,
    Name: record.name,
    CreationDate: record.createdAt / 1_000,
    LastModificationDate: record.changedAt / 1_000,
  };
}

function detailsOf(record: ScheduleRecord): object {
  return { ...headOf(record), ...record.definition };
}

function arnFor({ group, name }: ScheduleRecord): string {
  return arnOf('scheduler', `schedule/${group}/${name}`);
}

function refusalAnswer(cause: Error): Response | undefined {
  const refused = refusalOf(cause);
  if (!refused) return undefined;
  const headers = { 'x-amzn-errortype': refused.code };
  return Response.json({ Message: refused.message }, { status: refused.status, headers });
}

/** Undefined for an unexpected error. */
function refusalOf(cause: Error): EngineRefused | undefined {
  if (cause instanceof EngineRefused) return cause;
  if (cause instanceof z.ZodError) return new EngineRefused('ValidationException', z.prettifyError(cause));
  if (cause instanceof ScheduleError) return new EngineRefused('ValidationException', cause.message);
  return undefined;
}

/**
 * How many requests of one kind EventBridge Scheduler takes in a second where it takes fewest; lists are counted apart
 * (EventBridge Scheduler User Guide, "Quotas for Amazon EventBridge Scheduler").
 */
const USUAL_RATE = 250;
const LIST_RATE = 50;

/**
 * Refuses requests of a kind for the rest of a second in which there were too many.
 *
 * @param now milliseconds of the computer's own time: a clock that leaps makes no room for requests.
 */
export function countRequests(rate = USUAL_RATE, now = () => performance.now()): (kind: string) => void {
  const counts = new Map<string, { second: number; count: number }>();
  return (kind) => {
    const second = Math.floor(now() / 1_000);
    const before = counts.get(kind);
    const count = before?.second === second ? before.count + 1 : 1;
    counts.set(kind, { second, count });
    if (count > (kind === 'list' ? LIST_RATE : rate)) {
      throw new EngineRefused('ThrottlingException', 'Rate exceeded', 429);
    }
  };
}
