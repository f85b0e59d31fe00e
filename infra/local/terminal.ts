import { styleText } from 'node:util';
import { type Instant, wallClockOf } from '../../shared/domain/time/instant.ts';
import { terminalText } from '../cli/terminal.ts';
import { textFor } from './aws/topic/sns-wire.ts';
import type { CapturedMessage } from './aws/topic/topic-engine.ts';

/** Writes for people. Plain text when the stream is no terminal. */
export interface Terminal {
  line(text: string): void;
  /** A sent message: who gets it, and its text. */
  message(message: CapturedMessage): void;
  /** A time of day in the user's own zone: `08:05`, with the day when it is another. */
  time(at: Instant): string;
}

interface TerminalOrder {
  stream: NodeJS.WritableStream;
  /** IANA zone of the user. */
  timezone: string;
  now: () => Instant;
}

/** The names of the protocols of SNS, and whether their text is for people. */
const PROTOCOLS: Readonly<Record<string, { name: string; readable: boolean }>> = {
  email: { name: 'e-mail', readable: true },
  sms: { name: 'SMS', readable: true },
  https: { name: 'https', readable: false },
  sqs: { name: 'queue', readable: false },
};

const SEVERITY_COLOURS: Readonly<Record<string, 'red' | 'yellow'>> = { critical: 'red', warning: 'yellow' };

export function openTerminal({ stream, timezone, now }: TerminalOrder): Terminal {
  const style = (format: Parameters<typeof styleText>[0], text: string) =>
    styleText(format, text, { stream });
  const styled = (text: string): void => {
    stream.write(`${text}\n`);
  };
  const line = (text: string): void => styled(terminalText(text));
  const time = (at: Instant): string => {
    const local = wallClockOf(at, timezone);
    const today = wallClockOf(now(), timezone).slice(0, 10);
    return local.startsWith(today) ? local.slice(11) : local.replace('T', ' ');
  };
  return {
    line,
    time,
    message: (message) => {
      const at = time(Date.parse(message.at));
      const channel = plain(message.attributes['channel']?.value ?? '');
      if (message.recipients.length === 0)
        styled(style('yellow', `${at}  ${channel}: sent, but no one has subscribed`));
      for (const [protocol, endpoints] of endpointsOf(message)) {
        const { name, readable } = PROTOCOLS[protocol] ?? { name: protocol, readable: false };
        const text = textFor(message, protocol);
        const severity = plain(message.attributes['severity']?.value ?? '');
        line('');
        const readers = plain(endpoints.join(', '));
        const colour = SEVERITY_COLOURS[severity] ?? 'dim';
        styled(
          `${style('dim', `${at}  ${channel}`)}  ${style(colour, severity)}  ${style('dim', `${name} to ${readers}`)}`,
        );
        if (protocol === 'email') styled(style('bold', plain(message.subject ?? '')));
        line(readable ? plain(text) : `JSON, ${Buffer.byteLength(text)} bytes`);
      }
    },
  };
}

/** Who gets a message, by protocol. */
function endpointsOf({ recipients }: CapturedMessage): [string, string[]][] {
  const protocols = [...new Set(recipients.map(({ protocol }) => protocol))];
  const order = Object.keys(PROTOCOLS);
  return protocols
    .toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
    .map((protocol) => [
      protocol,
      recipients.filter((one) => one.protocol === protocol).map(({ endpoint }) => endpoint),
    ]);
}

function plain(text: string): string {
  return terminalText(text).trimEnd();
}
