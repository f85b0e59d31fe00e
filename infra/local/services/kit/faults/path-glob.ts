/**
 * Compiles a pattern that chooses paths: `*` is any text, `{name}` one segment. It must cover the whole path, such as
 * `/search` or `/api/{name}`.
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
