import { expect, it } from 'vitest';
import { FILE, memoryStack, openWorld } from '../open-world.ts';

const EVENTS = FILE.replace(
  'watches:\n',
  'watches:\n  layoffs: { kind: events, query: { event_type: layoff }, alert: { channel: press-team } }\n',
);

it.each(['plan', 'apply'])(
  '%s refuses a watch of a service that the stack was deployed without',
  async (name) => {
    const { stack, store } = memoryStack();
    const { services } = stack;
    const without = { ...stack, services: { ...services, events: { ...services.events, url: undefined } } };
    const { call, write } = openWorld({ stack: without });
    write(EVENTS);
    const { code, err } = await call(name);
    expect(code).toBe(1);
    expect(err).toContain(
      'Watch layoffs needs the events service, which bellwether-test does not use. Nothing was changed.',
    );
    expect(err).toContain('set services.events in the file of the stage and deploy, or remove the watch');
    expect(await store.definitions.watches()).toEqual([]);
  },
);
