import type { Message } from '../../domain/alerts/message.ts';
import { withUnsubscribeLink } from '../../domain/pages/unsubscribe-mark.ts';

/** Who sends a mail to whom, and the link by which the recipient unsubscribes. */
export interface MailRoute {
  from: string;
  to: string;
  unsubscribe: string | undefined;
}

/**
 * A mail as SendEmail of SES v2 takes it. `List-Unsubscribe-Post` says that a POST to the link unsubscribes without a further step
 * (RFC 8058); both headers must be signed, which Easy DKIM of SES does. `X-Bellwether-Message` is the same in each repeat.
 */
export function mailOf({ id, texts }: Message, { from, to, unsubscribe }: MailRoute) {
  const headers = [
    { Name: 'X-Bellwether-Message', Value: id },
    // Answering machines do not answer such mail (RFC 3834).
    { Name: 'Auto-Submitted', Value: 'auto-generated' },
    ...(unsubscribe === undefined
      ? []
      : [
          { Name: 'List-Unsubscribe', Value: `<${unsubscribe}>` },
          { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
        ]),
  ];
  const html = withUnsubscribeLink(texts.body ?? '', unsubscribe);
  const text = unsubscribe === undefined ? texts.email : `${texts.email}\nUnsubscribe: ${unsubscribe}`;
  return {
    FromEmailAddress: from,
    Destination: { ToAddresses: [to] },
    Content: {
      Simple: {
        Subject: part(texts.subject),
        Body: { Text: part(text), ...(html !== '' && { Html: part(html) }) },
        Headers: headers,
      },
    },
  };
}

function part(text: string) {
  return { Data: text, Charset: 'UTF-8' };
}
