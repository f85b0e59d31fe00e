import { stackCommand } from '../command.ts';
import { mayGoOn } from '../removing.ts';
import { CliFailure } from '../failure.ts';
import { type ForgetOrder, KINDS, readForgettable } from '../forget/forget-named.ts';
import { plainText } from '../print-values.ts';

/** Removes a watch, a brand or an address with all that belongs to it. */
export const forget = stackCommand({
  usage: 'forget watch|brand|address NAME [options]',
  about: `Removes what is stored of a watch that is no longer in watches.yaml, of a brand with its removed watches and its reports,
or of an address of a subscriber. It lists what it removes and asks; scripts need --yes. What another watch, brand or
address has too stays: a message that contains several keeps the others. Run it again if it was interrupted. At the end
it names what it cannot remove, such as messages that were delivered. docs/aws/permissions.md has the permissions.

  bellwether forget watch old-news
  bellwether forget brand acme
  bellwether forget address jane@acme.example`,
  options: {
    yes: { type: 'boolean', about: 'remove without asking, for scripts' },
  },
  takes: { what: 'a kind and a name', least: 2, most: 2 },
  async run({ values: { yes = false }, positionals: [word, name = ''], stack }, world) {
    const kind = KINDS.find((one) => one === word);
    if (!kind)
      throw new CliFailure(`Unknown kind ${JSON.stringify(word)}.`, {
        hint: `write one of ${KINDS.join(', ')}`,
      });
    const order = { named: { kind, name }, stack, ports: await stack.forgetting(), world };
    const found = await readForgettable(order);
    const asking = {
      list: listOf(order, found.lines),
      question: 'Remove it for good?',
      name: 'forget',
      yes,
      hint: `run bellwether forget ${kind} ${name} --yes`,
    };
    if (found.lines.length > 0 && !(await mayGoOn(asking, world))) return 1;
    const { lines, left, document } = await found.forget();
    return {
      text: `${lines.join('\n')}\nNot removed:\n${left.map((line) => `  ${line}\n`).join('')}`,
      document: { stack: stack.name, kind, name, ...document },
    };
  },
});

/** What would be removed. */
function listOf({ named: { kind, name }, stack }: ForgetOrder, lines: readonly string[]): string {
  const head = `This removes for good what ${stack.name} has stored of ${kind} ${plainText(name)}:`;
  return `${head}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}
