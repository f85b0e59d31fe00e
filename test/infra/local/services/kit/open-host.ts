import type { Clock } from '../../../../../infra/local/services/kit/clock.ts';
import { json, noContent } from '../../../../../infra/local/services/kit/answer.ts';
import { idsFrom, chanceFrom } from '../../../../../infra/local/services/kit/chance.ts';
import { type Faults, playFaults } from '../../../../../infra/local/services/kit/faults.ts';
import { hostServices, type Host } from '../../../../../infra/local/services/kit/host-services.ts';
import { singleKey } from '../../../../../infra/local/services/kit/keys.ts';
import type { LocalService } from '../../../../../infra/local/services/kit/local-service.ts';
import {
  detailErrors,
  RequestRefused,
  statusErrors,
} from '../../../../../infra/local/services/kit/refusal.ts';
import { openMemoryState } from '../../../../../infra/local/services/kit/state-folder.ts';
import { trackUsage, type UsageLimits } from '../../../../../infra/local/services/kit/usage.ts';

/** A clock that tests move by hand. */
export function handClock(start: number): Clock & { advance(ms: number): void } {
  let at = start;
  return {
    now: () => at,
    advance(ms) {
      at += ms;
    },
  };
}

export interface OpenHost extends Host {
  faults: Faults;
  logged: string[];
  slept: number[];
  clock: ReturnType<typeof handClock>;
  /** How often the handler of `/work` has run. */
  worked(): number;
  used(): number;
}

/** Two small services on one port: `/news` with every kind of route, `/jobs` with the other error shape. */
export async function openHost({
  limits = {},
  bodyLimit = 1_000_000,
  sleep,
}: {
  limits?: UsageLimits;
  bodyLimit?: number;
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
} = {}): Promise<OpenHost> {
  let worked = 0;
  const logged: string[] = [];
  const slept: number[] = [];
  const clock = handClock(Date.parse('2026-11-21T08:00:00Z'));
  const faults = playFaults();
  const usage = trackUsage({ clock, state: openMemoryState() });
  const news: LocalService = {
    name: 'news',
    prefix: '/news',
    keys: singleKey({ header: 'x-api-token', key: 'good' }),
    errors: statusErrors,
    limits,
    routes: [
      { methods: ['GET', 'POST'], path: '/work', handler: () => json({ worked: (worked += 1) }) },
      {
        methods: ['POST'],
        path: '/echo/{id}',
        handler: async (r) => json({ id: r.params['id'], body: await r.json() }),
      },
      { methods: ['GET'], path: '/big', handler: () => json({ words: 'lorem ipsum '.repeat(1_000) }) },
      { methods: ['GET'], path: '/broken', handler: () => Promise.reject(new Error('nobody foresaw this')) },
      { methods: ['GET'], path: '/circle', handler: () => json(1n) },
      { methods: ['GET'], path: '/left', handler: () => json({ used: usage.used('news') }), counted: false },
      { methods: ['GET'], path: '/health', handler: () => json({ ok: true }), open: true },
      { methods: ['DELETE'], path: '/work', handler: () => noContent() },
      {
        methods: ['POST'],
        path: '/form',
        handler: async (r) => {
          const form = await r.multipart();
          return json({
            fields: Object.fromEntries(form.fields),
            files: form.files.map((file) => ({ ...file, bytes: file.bytes.toString() })),
          });
        },
      },
    ],
  };
  const jobs: LocalService = {
    name: 'extraction',
    prefix: '/jobs',
    keys: singleKey({ header: 'x-api-key', key: 'good' }),
    errors: detailErrors,
    limits: {},
    routes: [
      {
        methods: ['GET'],
        path: '/svc/refused',
        handler: () => {
          throw new RequestRefused(422, 'limit is wrong', {
            issues: [{ loc: ['body', 'limit'], msg: 'too small', type: 'too_small' }],
          });
        },
      },
    ],
  };
  const host = await hostServices([news, jobs], {
    port: 0,
    clock,
    usage,
    faults,
    bodyLimit,
    newId: idsFrom(chanceFrom(7)),
    log: (line) => logged.push(line),
    sleep:
      sleep ??
      (async (ms) => {
        slept.push(ms);
      }),
  });
  return { ...host, faults, logged, slept, clock, worked: () => worked, used: () => usage.used('news') };
}

export const KEY = { 'x-api-token': 'good' };

/** One JSON call; the body is undefined where the answer is not JSON. */
export async function call(
  url: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: Headers; body: any; text: string }> {
  const answer = await fetch(url, {
    ...init,
    headers: { ...KEY, ...init.headers },
  });
  const text = await answer.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: answer.status, headers: answer.headers, body, text };
}
