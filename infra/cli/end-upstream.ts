import { plainText } from './print-values.ts';
import type { Stack } from './stack/stack.ts';

/** Sweeps that take something away; what is left after them waits for the service. */
const MOST_SWEEPS = 5;

/** Has the stack take away what it made at the extraction service; says what is left there, and what to do about it. */
export async function endUpstream(stack: Pick<Stack, 'resources' | 'reconcileUpstream'>): Promise<string> {
  if ((await stack.resources.all()).length === 0) return '';
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep += 1) {
    const { kept } = await stack.reconcileUpstream();
    const left = await stack.resources.all();
    if (left.length === 0) return 'The extraction service holds nothing of this stack any more.\n';
    if (sweep + 1 < MOST_SWEEPS && kept.length > 0) continue;
    const lines = kept.length > 0 ? kept : left.map(({ type, name }) => `${type} ${name}`);
    return (
      `The extraction service still holds:\n${lines.map((line) => `  ${plainText(line)}\n`).join('')}` +
      'It is taken away within some minutes while the stack stands: apply --empty again shows what is left. What is left ' +
      'when the stack is destroyed must be deleted at the service by hand.\n'
    );
  }
  return '';
}
