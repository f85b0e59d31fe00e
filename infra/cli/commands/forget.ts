import { command, OPTIONS, STACK_OPTIONS, type ExitCode } from '../command.ts';
import { forgetNamedAddress, forgetNamedSubject } from '../forget/forget-named-subject.ts';
import { readArguments } from '../forget/read-subject.ts';
import { needStack } from '../need-stack.ts';

/** Removes a watch, a brand or an address with all that belongs to it. */
export const forget = command({
  usage: 'forget watch|brand|address NAME [options]',
  about: `Removes what is stored of a watch that is no longer in watches.yaml, of a brand with its removed watches and its reports,
or of an address of a subscriber. It lists what it removes and asks; scripts need --yes. What another watch, brand or
address has too stays: a message that contains several keeps the others. Run it again if it was interrupted. At the end
it names what it cannot remove, such as messages that were delivered. docs/operations.md lists the permissions.

  bellwether forget watch old-news
  bellwether forget brand acme
  bellwether forget address jane@acme.example`,
  options: {
    ...STACK_OPTIONS,
    yes: { type: 'boolean', about: 'remove without asking, for scripts' },
    json: OPTIONS.json,
  },
  async run({ values, positionals }, world): Promise<ExitCode> {
    const named = readArguments(positionals);
    const stack = await needStack(world, values);
    const ports = await stack.forgetting();
    const order = { named, stack, ports, world, yes: values.yes ?? false, json: values.json ?? false };
    return named.kind === 'address' ? forgetNamedAddress(order) : forgetNamedSubject(order);
  },
});
