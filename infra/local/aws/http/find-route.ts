/** A route of the gateway: `GET /r/{link}`, `ANY /{rest+}` or `$default`. */
export interface GatewayRoute {
  key: string;
  /** Name or ARN of the function that answers. */
  functionArn: string;
  /** How long the gateway waits for it, in milliseconds. */
  timeout: number;
}

export interface RouteMatch {
  route: GatewayRoute;
  /** Values of the `{parameters}` in the route's path, decoded. */
  parameters: Readonly<Record<string, string>>;
}

interface ParsedRoute {
  route: GatewayRoute;
  method: string;
  /** Absent: `$default`. */
  pattern: RegExp | undefined;
  /** The gateway takes the smallest: a whole path before one with a greedy end, `$default` last; a method before ANY. */
  rank: number;
}

/**
 * Makes the search for the route of a request, in the gateway's own order: first the most literal path, then `{parameter}`,
 * then `{parameter+}`, then `$default`. At the same path, a method comes before `ANY`.
 */
export function createRouter(
  routes: readonly GatewayRoute[],
): (method: string, path: string) => RouteMatch | undefined {
  const parsed = routes.map(parse).toSorted((one, other) => one.rank - other.rank);
  return (method, path) => {
    for (const { route, method: wanted, pattern } of parsed) {
      if (!pattern) return { route, parameters: {} };
      const found = wanted === 'ANY' || wanted === method ? pattern.exec(path) : null;
      if (found) return { route, parameters: decoded(found.groups ?? {}) };
    }
    return undefined;
  };
}

function parse(route: GatewayRoute): ParsedRoute {
  if (route.key === '$default') return { route, method: 'ANY', pattern: undefined, rank: 1e6 };
  const [method = '', path = ''] = route.key.split(' ');
  const source = path.replaceAll(/\{(\w+)(\+?)\}|[^{}]+/g, (literal, name: string, greedy: string) => {
    if (!name) return literal.replaceAll('.', '\\.');
    return greedy === '' ? `(?<${name}>[^/]+)` : `(?<${name}>.+)`;
  });
  const braces = path.match(/\{/g)?.length ?? 0;
  const rank = (path.includes('+}') ? 1e4 : 0) + braces * 10 + (method === 'ANY' ? 1 : 0) - path.length / 1e4;
  return { route, method, pattern: new RegExp(`^${source}$`), rank };
}

function decoded(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodePart(text)]));
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
