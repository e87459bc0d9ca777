import { createTransport } from 'nodemailer';
import { toHeaders } from './mail-message.ts';
import type { MailTransport } from './mail-transport.ts';

/** Hands mail to the server of `SMTP_URL`. Throws when the server does not accept it in time; the queue retries. */
export function openSmtpTransport(smtpUrl: string, from: string): MailTransport {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
  });
  return {
    async send(mail) {
      await transport.sendMail({ ...toHeaders(mail, from), text: mail.text, html: mail.html });
    },
    forget: async () => undefined,
    close: () => transport.close(),
  };
}
