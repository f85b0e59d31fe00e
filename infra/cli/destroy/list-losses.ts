import { readApplied } from '../plan/read-applied.ts';
import { plainText, printAmount } from '../print-values.ts';
import type { Stack } from '../stack/stack.ts';
import type { DeployedStack } from './read-deployed.ts';

/** How much a stack holds before it is removed. */
export interface Losses {
  watches: number;
  /** Confirmed subscriptions to the topic, whoever made them; their owners must confirm again in a new stack. */
  subscriptions: number;
  /** Objects at the extraction service, such as `monitor acme-cuts`. */
  upstream: string[];
  /** Findings of the watches that are applied. */
  findings: number;
}

/** Counts what a stack holds. */
export async function listLosses(stack: Stack): Promise<Losses> {
  const [{ watches, subscriptions }, resources] = await Promise.all([
    readApplied(stack),
    stack.resources.all(),
  ]);
  let findings = 0;
  for (const { id } of watches) findings += await stack.findings.total(id);
  return {
    watches: watches.length,
    subscriptions: subscriptions.filter(({ arn }) => arn !== undefined).length,
    upstream: resources.map(({ type, name }) => `${type} ${name}`),
    findings,
  };
}

/** The list, as people read it. Undefined losses: the stack was never complete. */
export function printLosses(losses: Losses | undefined, { name, keepsTable }: DeployedStack): string {
  if (!losses) return `This removes ${name}. Its deployment never completed, so it holds nothing.\n`;
  const { watches, subscriptions, upstream, findings } = losses;
  const objects = upstream.length === 0 ? '' : `: ${upstream.map(plainText).join(', ')}`;
  const found = printAmount(findings, 'stored finding');
  const lines = [
    `${printAmount(watches, 'watch', 'watches')} with schedules and watermarks`,
    `${printAmount(subscriptions, 'confirmed subscription')}; each address must confirm again in a new stack`,
    `${printAmount(upstream.length, 'object')} at the extraction service${objects}`,
    keepsTable ? `nothing of the table: it stays in the account with ${found}` : `the table with ${found}`,
  ];
  return `This removes ${name}. It loses:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}
