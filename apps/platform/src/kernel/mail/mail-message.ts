import type { SendMailOptions } from 'nodemailer';
import type { AddressedMail } from './mail-transport.ts';

/**
 * Returns the headers of a mail for nodemailer. The address is an object, so that none of its characters can add a
 * recipient; the Message-ID follows from the mail's id, so that mailboxes recognise a repeated delivery.
 */
export function toHeaders(
  { mailId, to, subject, unsubscribeUrl }: AddressedMail,
  from: string,
  more: Record<string, { prepared: boolean; value: string }> = {},
): SendMailOptions {
  return {
    from,
    to: { name: '', address: to },
    subject,
    messageId: `<${mailId}@mail.invalid>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl), ...more },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** One-click unsubscription (RFC 8058). The address is prepared because nodemailer would fold it. */
function unsubscribeHeaders(url: string | undefined): Record<string, string | { prepared: boolean; value: string }> {
  if (url === undefined) return {};
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
