import { changeRoutes } from './change-routes.ts';
import { readRoutes } from './read-routes.ts';
import type { Route } from './route.ts';

/** Every route: what answers requests, describes the API and gives assistants their tools. */
export const ROUTES: readonly Route[] = [...readRoutes, ...changeRoutes];

/** The names of the fields in a path. */
export function fieldsOfPath(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
}

/** The routes of a path, one for each method, with the fields in it. */
export function routesAt(path: string): { route: Route; fields: Readonly<Record<string, string>> }[] {
  return ROUTES.flatMap((route) => {
    const found = new RegExp(`^${route.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(path);
    return found ? [{ route, fields: { ...found.groups } }] : [];
  });
}
