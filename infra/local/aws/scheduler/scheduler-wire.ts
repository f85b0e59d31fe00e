import * as z from 'zod';
import { parseJson } from '../../../../shared/contracts/parse-json.ts';
import { ScheduleError } from '../../../../shared/domain/time/schedule.ts';
import { arnOf } from '../local-account.ts';
import type { SharedClock } from '../shared-clock.ts';
import type { WireAnswer, WireRequest } from '../wire/loopback-server.ts';
import type { Agenda } from './agenda.ts';
import { definitionSchema, keyOf, type ScheduleRecord, slotAfter } from './schedule-record.ts';

export interface SchedulerBooks {
  groups: readonly string[];
  agenda: Agenda;
  clock: SharedClock;
}

/** A refusal as EventBridge Scheduler words it. */
class SchedulerRefused extends Error {
  override readonly name = 'SchedulerRefused';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const DEFAULT_GROUP = 'default';
const MOST_LISTED = 100;

/** The body of a request: the definition, its group, and a token that makes a repeat harmless on AWS. */
const requestSchema = definitionSchema.extend({
  GroupName: z.string().default(DEFAULT_GROUP),
  ClientToken: z.string().optional(),
});

/** Answers the REST API of EventBridge Scheduler for schedules. Groups come from the template only. */
export function answerScheduler(books: SchedulerBooks): (request: WireRequest) => Promise<WireAnswer> {
  return async (request) => {
    try {
      return json(200, route(request, books));
    } catch (cause) {
      const { status, code, message } = refusalOf(cause);
      return json(status, { Message: message }, { 'x-amzn-errortype': code });
    }
  };
}

function route({ method, url, body }: WireRequest, books: SchedulerBooks): object {
  const [, resource, encoded] = /^\/(schedules)(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
  const operation = resource === undefined ? '' : `${method} ${encoded === undefined ? 'all' : 'one'}`;
  const name = decodeURIComponent(encoded ?? '');
  const group = url.searchParams.get('groupName') ?? DEFAULT_GROUP;
  switch (operation) {
    case 'GET all':
      return list(url.searchParams, books);
    case 'GET one':
      return detailsOf(existing(books, group, name));
    case 'POST one':
      return write(name, { body, books, replaces: false });
    case 'PUT one':
      return write(name, { body, books, replaces: true });
    case 'DELETE one':
      existing(books, group, name);
      books.agenda.remove(keyOf(group, name));
      return {};
    default:
      throw new SchedulerRefused(
        400,
        'ValidationException',
        `${method} ${url.pathname} is not known on this machine`,
      );
  }
}

function existing(books: SchedulerBooks, group: string, name: string): ScheduleRecord {
  const found = books.agenda.get(keyOf(group, name));
  if (!found)
    throw new SchedulerRefused(404, 'ResourceNotFoundException', `Schedule ${name} does not exist.`);
  return found;
}

function write(name: string, given: { body: string; books: SchedulerBooks; replaces: boolean }): object {
  const { books, replaces } = given;
  const { GroupName: group, ClientToken: _token, ...definition } = requestSchema.parse(parseJson(given.body));
  if (!/^[\w.-]{1,64}$/.test(name))
    throw new SchedulerRefused(400, 'ValidationException', `Invalid name ${name}`);
  if (!books.groups.includes(group)) {
    throw new SchedulerRefused(404, 'ResourceNotFoundException', `Schedule group ${group} does not exist.`);
  }
  const before = replaces ? existing(books, group, name) : undefined;
  if (!replaces && books.agenda.get(keyOf(group, name))) {
    throw new SchedulerRefused(409, 'ConflictException', `Schedule ${name} already exists.`);
  }
  const now = books.clock.now();
  const record = { group, name, definition, createdAt: before?.createdAt ?? now, changedAt: now };
  slotAfter(record);
  books.agenda.put(record);
  return { ScheduleArn: arnFor(record) };
}

function list(query: URLSearchParams, { agenda }: SchedulerBooks): object {
  const [group, prefix, state] = [query.get('ScheduleGroup'), query.get('NamePrefix'), query.get('State')];
  const from = Number(query.get('NextToken') ?? 0);
  const limit = Number(query.get('MaxResults') ?? MOST_LISTED);
  const all = agenda.all().filter((one) => {
    const { State } = one.definition;
    return (
      (group === null || one.group === group) &&
      (prefix === null || one.name.startsWith(prefix)) &&
      (state === null || State === state)
    );
  });
  return {
    Schedules: all.slice(from, from + limit).map((one) => ({
      ...headOf(one),
      State: one.definition.State,
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

function json(status: number, value: object, headers: Record<string, string> = {}): WireAnswer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

function refusalOf(cause: unknown): SchedulerRefused {
  if (cause instanceof SchedulerRefused) return cause;
  if (cause instanceof ScheduleError || cause instanceof z.ZodError) {
    const message = cause instanceof z.ZodError ? z.prettifyError(cause) : cause.message;
    return new SchedulerRefused(400, 'ValidationException', message);
  }
  throw cause;
}
