/** A path with named parts, such as `/jobs/{job_id}`, ready to be matched. */
export interface RoutePattern {
  /** The values of the named parts, decoded, or undefined when the path is another one. */
  match(path: string): Readonly<Record<string, string>> | undefined;
}

/** Compiles `/jobs/{job_id}`: each `{name}` is one whole, non-empty segment. A trailing slash is ignored. */
export function routePattern(pattern: string): RoutePattern {
  const wanted = segmentsOf(pattern);
  return {
    match(path) {
      const given = segmentsOf(path);
      if (given.length !== wanted.length) return undefined;
      const params: Record<string, string> = Object.create(null);
      for (const [index, want] of wanted.entries()) {
        const segment = decoded(given[index] ?? '');
        const name = /^\{(\w+)\}$/.exec(want)?.[1];
        if (segment === undefined || segment === '') return undefined;
        if (name) params[name] = segment;
        else if (segment !== want) return undefined;
      }
      return params;
    },
  };
}

/**
 * Compiles a pattern for choosing requests: `*` stands for any text, `{name}` for one segment. It must cover the whole
 * path, such as `/search` or `/api/{name}`.
 */
export function pathGlob(pattern: string): (path: string) => boolean {
  const source = pattern
    .split(/(\*|\{\w+\})/)
    .map((part) => {
      if (part === '*') return '.*';
      if (/^\{\w+\}$/.test(part)) return '[^/]+';
      return part.replaceAll(/[.+?^${}()|[\]\\/]/g, '\\$&');
    })
    .join('');
  const expression = new RegExp(`^${source}$`, 's');
  return (path) => expression.test(path);
}

function segmentsOf(path: string): string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/');
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
