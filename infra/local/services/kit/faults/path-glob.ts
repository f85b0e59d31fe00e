/**
 * Compiles a pattern that chooses paths: `*` is any text, `{name}` one segment. It must cover the whole path, such as
 * `/search` or `/api/{name}`. What is between two stars is taken where it comes first, so that no path is tried again
 * and again.
 */
export function pathGlob(pattern: string): (path: string) => boolean {
  const [start = '', ...others] = pattern.split(/\*+/);
  const end = others.pop();
  // A look-ahead never looks again for another match of what is in it.
  const between = others.map((part, index) => `(?=(.*?${sourceOf(part)}))\\${index + 1}`);
  const source = `${sourceOf(start)}${between.join('')}${end === undefined ? '' : `.*${sourceOf(end)}`}`;
  const expression = new RegExp(`^${source}$`, 's');
  return (path) => expression.test(path);
}

function sourceOf(part: string): string {
  return part
    .split(/(\{\w+\})/)
    .map((piece) =>
      /^\{\w+\}$/.test(piece) ? '[^/]+?' : piece.replaceAll(/[.+?^${}()|[\]\\/]/g, String.raw`\$&`),
    )
    .join('');
}
