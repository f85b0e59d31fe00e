import { sha256 } from '../../domain/lib/hash.ts';

// Apart from what draws a report: pages need only this, and the chart library is half a megabyte.

/** The content security policy of a report, for the answer that carries it: only its own style, no script, no frame. */
export function reportPolicy(page: string): string {
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
  return `${policyOf(style)}; frame-ancestors 'none'`;
}

/** The policy of a report with this style, for its own file. */
export function policyOf(style: string): string {
  const hash = btoa(String.fromCharCode(...sha256(style)));
  return `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`;
}
