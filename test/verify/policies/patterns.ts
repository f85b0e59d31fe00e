/** Whether a text matches a pattern with `*` (any characters) and `?` (one character). */
export function matches(pattern: string, text: string): boolean {
  const source = pattern
    .split(/([*?])/)
    .map((part) => (part === '*' ? '.*' : part === '?' ? '.' : part.replaceAll(/[\\^$.+()[\]{}|]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`, 's').test(text);
}

/** Actions are compared without regard to case (IAM reference, Action). */
export function matchesAction(pattern: string, action: string): boolean {
  return matches(pattern.toLowerCase(), action.toLowerCase());
}

/** An ARN has six parts. The last one, the resource, may hold colons of its own. */
const PARTS = 6;

/**
 * Whether an ARN matches a pattern. A wildcard does not go beyond its part of the ARN (IAM reference, Resource: "you
 * cannot use a wildcard to span segments"). `*` alone is every resource.
 */
export function matchesArn(pattern: string, arn: string): boolean {
  if (pattern === '*') return true;
  const [patterns, parts] = [partsOf(pattern), partsOf(arn)];
  if (parts.length < PARTS || patterns.length < PARTS) return false;
  return patterns.every((part, index) => matches(part, parts[index] ?? ''));
}

function partsOf(arn: string): string[] {
  const parts = arn.split(':');
  return [...parts.slice(0, PARTS - 1), ...(parts.length < PARTS ? [] : [parts.slice(PARTS - 1).join(':')])];
}
