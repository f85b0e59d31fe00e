import { setTimeout as wait } from 'node:timers/promises';
import type { LoopbackServer, OpenPort } from '../../../http/serve-app.ts';
import { heldApp } from './held-app.ts';
import { hostApp } from './host-app.ts';
import { openHostPort } from './host-port.ts';
import type { HostSettings } from './host-settings.ts';
import type { LocalService } from './local-service.ts';
import { BODY_LIMIT } from './read-request.ts';

/** Services that listen. `close` ends them too. */
export type Host = LoopbackServer;

/**
 * Opens one port on the loopback for several services, each below its own prefix. Requests wait for services that are not open yet.
 *
 * @throws the system's error when the port is taken; the services are closed by then.
 */
export async function hostServices(
  services: readonly LocalService[] | Promise<readonly LocalService[]>,
  settings: HostSettings,
): Promise<Host> {
  let open: readonly LocalService[] = [];
  const all = {
    sleep: (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => undefined),
    progress: () => 'The services are being opened.',
    bodyLimit: BODY_LIMIT,
    ...settings,
  };
  const opening = Promise.resolve(services).then((opened) => hostApp((open = opened), all));
  const closeServices = async () => {
    for (const service of open) await service.close?.();
  };
  const server = await portOf(settings).catch(async (refused: unknown) => {
    await closeServices();
    throw refused;
  });
  server.serve(heldApp(opening, all));
  return {
    ...server,
    async close() {
      await server.close();
      await closeServices();
    },
  };
}

async function portOf({ port }: HostSettings): Promise<OpenPort> {
  return typeof port === 'number' ? await openHostPort(port) : port;
}
