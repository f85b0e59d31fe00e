import { Hono } from 'hono';
import { getPathNoStrict } from 'hono/utils/url';
import { answerFaults, breakConnections } from '../faults/play-faults.ts';
import { admitCalls } from './admit-calls.ts';
import { answerCalls } from './answer-calls.ts';
import type { HostSettings } from './host-settings.ts';
import type { Call, LocalService, ServiceApp, ServiceEnv } from './local-service.ts';
import { RequestRefused, statusErrors } from './refusal.ts';

/** One app of several services, each below its own prefix: with request ids, faults, keys, plans and errors. */
export function hostApp(services: readonly LocalService[], settings: Required<HostSettings>): ServiceApp {
  const app = new Hono<ServiceEnv>({ getPath: pathReader(services) });
  app.use(answerCalls(settings), breakConnections(services, settings.faults), answerFaults);
  for (const service of services) {
    app.use(`${service.prefix}/*`, admitCalls(app, service, settings));
    app.route(service.prefix, service.app);
  }
  app.notFound(() => statusErrors(new RequestRefused(404, 'There is no service at this path')));
  app.onError((thrown, call) => errorAnswer(thrown, { call, log: settings.log }));
  return app;
}

/** Reads the path of a request without a slash at its end; one under an alias is read as the path that it replaces. */
function pathReader(services: readonly LocalService[]): (request: Request) => string {
  const aliases = services.flatMap(({ aliases: ofService = {} }) => Object.entries(ofService));
  return (request) => {
    const path = getPathNoStrict(request);
    const alias = aliases.find(([from]) => path === from || path.startsWith(`${from}/`));
    return alias ? `${alias[1]}${path.slice(alias[0].length)}` : path;
  };
}

/** Answers an error as the service words it. An unexpected one becomes a 500 and a line in the log. */
function errorAnswer(thrown: Error, { call, log }: { call: Call; log: (line: string) => void }): Response {
  const service = call.get('service');
  const refused =
    thrown instanceof RequestRefused ? thrown : new RequestRefused(500, 'Internal Server Error');
  if (refused !== thrown) log(`${service?.name} ${call.req.method} ${call.req.path}: ${thrown.stack}`);
  const answer = (service?.errors ?? statusErrors)(refused);
  for (const [name, value] of Object.entries(refused.headers)) answer.headers.set(name, value);
  return answer;
}
