import type { Session } from '../../../shared/domain/pages/sign-in.ts';
import { stackCommand } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { plainText, printAmount, printTable, timeOrNull } from '../print-values.ts';

/** Lists who has signed in to the pages, and signs people out. */
export const sessions = stackCommand({
  usage: 'sessions [PERSON] [options]',
  about: `Lists who has signed in to the pages of a stack. PERSON is a mail address, a subject of the issuer or a name; left out, all are
listed. To keep somebody out, change their groups at the issuer, or roles in the stage file, and end their sessions.`,
  options: { end: { type: 'boolean', about: 'end these sessions: the next page asks to sign in again' } },
  takes: { what: 'at most one person', least: 0, most: 1 },
  async run({ positionals: [person], values, stack }) {
    const all = await stack.sessions.all(stack.now());
    const found = all.filter((one) => person === undefined || isOf(one, person));
    if (values.end && found.length === 0)
      throw new CliFailure('There is no such session.', { hint: 'run bellwether sessions for a list' });
    if (values.end) for (const { id } of found) await stack.sessions.end(id, stack.now());
    const rows = found.map(({ identity: { name, mail, subject, groups }, at }) => [
      plainText(name),
      plainText(mail ?? subject),
      plainText(groups.join(', ')),
      new Date(at).toISOString(),
    ]);
    const count = printAmount(found.length, 'session');
    const text = `${printTable(rows)}${count}${values.end ? ' ended' : ''}.\n`;
    const document = {
      ended: values.end ?? false,
      sessions: found.map(({ identity, at, expiresAt }) => ({
        ...identity,
        since: timeOrNull(at),
        until: timeOrNull(expiresAt),
      })),
    };
    return { text, document };
  },
});

function isOf({ identity: { name, mail, subject } }: Session, person: string): boolean {
  return [name, mail, subject].includes(person);
}
