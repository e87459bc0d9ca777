import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@ecp/database/database';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { DurableInputs, MailReader } from '../durable-work/durable-work.ts';
import type { PlatformConfig } from '../settings.ts';
import { addressOf, logoId } from './mail-text.ts';

/** A rendered mail with its recipient and an id that is the same in every attempt. */
export type AddressedMail = DurableInputs['sendMail'] & { firm?: FirmOfMail };

/**
 * The firm in whose name a mail goes to its client, and who reads an answer; the address stays the
 * service's.
 */
interface FirmOfMail {
  name: string;
  replyTo: string | null;
  logo: { bytes: Buffer; mimeType: string } | null;
}

/**
 * Port to the mail delivery. `send` throws when the mail is not accepted. Sending an id twice is
 * harmless.
 */
export interface MailTransport {
  send(mail: AddressedMail): Promise<void>;
  /** Deletes the stored mail of an erased tenant. Mail that was sent stays with its recipients. */
  forget(tenantId: string): Promise<void>;
  close(): void;
}

/** Opens SMTP when `SMTP_URL` is set, otherwise writes one file per mail to `DATA_DIR/mail`. */
export function openMailTransport({
  mail,
  dataDir,
}: Pick<PlatformConfig, 'mail' | 'dataDir'>): MailTransport {
  if (mail.smtpUrl !== undefined) return openSmtpTransport(mail.smtpUrl, mail.from);
  return openFolderTransport(join(dataDir, 'mail'), mail.from);
}

/**
 * Hands mail to the server of `SMTP_URL`. Throws when the server does not accept it in time; the
 * queue retries.
 */
function openSmtpTransport(smtpUrl: string, from: string): MailTransport {
  const transport = openSmtpConnection(smtpUrl);
  return {
    async send(mail) {
      const attachments = mail.firm?.logo ? [toAttachment(mail.firm.logo)] : [];
      await transport.sendMail({
        ...toHeaders(mail, from),
        text: mail.text,
        html: mail.html,
        attachments,
      });
    },
    forget: async () => undefined,
    close: () => transport.close(),
  };
}

/**
 * Opens nodemailer's client of a mail server. It connects at the first use, within limits of time.
 */
export function openSmtpConnection(smtpUrl: string) {
  return createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
  });
}

/** Throws unless an id can name a file and a message. */
export function checkMailId(mailId: string): void {
  if (!/^[\w-]+$/.test(mailId)) throw new Error(`Not a mail id: ${mailId}`);
}

/** Writes each mail atomically to `<folder>/<mailId>.eml`, as 8bit, so that links can be copied. */
function openFolderTransport(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      checkMailId(mail.mailId);
      const html = toPart('text/html', mail.html);
      const shown = mail.firm?.logo ? withLogo(html, mail.firm.logo) : html;
      const alternatives = [toPart('text/plain', mail.text), shown];
      const { message } = await composer.sendMail({
        ...toHeaders(mail, from, tenantsHeader(mail)),
        alternatives,
      });
      await mkdir(folder, { recursive: true });
      const unfinished = join(folder, `.${mail.mailId}-${randomUUID()}`);
      // Links in mails sign people in, so only the owner of the data may read the file.
      await writeFile(unfinished, message, { mode: 0o600 });
      await rename(unfinished, join(folder, `${mail.mailId}.eml`));
    },
    async forget(tenantId) {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []; // The first mail creates the folder.
        throw error;
      });
      for (const name of names.filter((file) => file.endsWith('.eml'))) {
        const path = join(folder, name);
        const [head = ''] = (await readFile(path, 'utf8')).split('\r\n\r\n', 1);
        const ids = /^X-Tenants: (.*)$/im.exec(head)?.[1]?.trim().split(' ') ?? [];
        if (ids.includes(tenantId)) await rm(path, { force: true });
      }
    },
    close: () => composer.close(),
  };
}

/**
 * A header for stored mail only; recipients never see it. It is prepared because nodemailer would
 * fold a long one.
 */
function tenantsHeader({
  tenantIds = [],
}: AddressedMail): Record<string, { prepared: true; value: string }> {
  return tenantIds.length > 0
    ? { 'X-Tenants': { prepared: true, value: tenantIds.join(' ') } }
    : {};
}

function toPart(contentType: string, content: string) {
  const header = `Content-Type: ${contentType}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit`;
  return { contentType, raw: `${header}\r\n\r\n${content.replace(/\r?\n/g, '\r\n')}` };
}

/** Joins the HTML of a mail with the logo that it shows. */
function withLogo(
  html: ReturnType<typeof toPart>,
  { bytes, mimeType }: NonNullable<FirmOfMail['logo']>,
) {
  const boundary = 'with-logo';
  const contentType = `multipart/related; type="text/html"; boundary="${boundary}"`;
  const headers = [
    `Content-Type: ${mimeType}`,
    `Content-ID: <${logoId}>`,
    'Content-Transfer-Encoding: base64',
  ];
  const encoded = bytes.toString('base64').replace(/.{76}(?=.)/g, '$&\r\n');
  const parts = [
    html.raw,
    `${headers.join('\r\n')}\r\nContent-Disposition: inline\r\n\r\n${encoded}`,
  ];
  const body = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('');
  return { contentType, raw: `Content-Type: ${contentType}\r\n\r\n${body}--${boundary}--\r\n` };
}

/**
 * Returns nodemailer's headers. The address is an object, so that it adds no recipient; the
 * Message-ID follows the id, so that mailboxes recognise repeats.
 */
function toHeaders(
  { mailId, to, subject, unsubscribeUrl, firm }: AddressedMail,
  from: string,
  more: Record<string, { prepared: boolean; value: string }> = {},
): SendMailOptions {
  return {
    from: firm ? { name: firm.name, address: addressOf(from) } : from,
    ...(firm?.replyTo && { replyTo: { name: '', address: firm.replyTo } }),
    to: { name: '', address: to },
    subject,
    messageId: `<${mailId}@mail.invalid>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl), ...more },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const toAttachment = ({ bytes, mimeType }: NonNullable<FirmOfMail['logo']>) => ({
  cid: logoId,
  content: bytes,
  contentType: mimeType,
  contentDisposition: 'inline' as const,
  filename: `logo.${mimeType === 'image/png' ? 'png' : 'jpg'}`,
});

/**
 * One-click unsubscription (RFC 8058). The address is prepared because nodemailer would fold it.
 */
function unsubscribeHeaders(
  url: string | undefined,
): Record<string, string | { prepared: boolean; value: string }> {
  if (url === undefined) return {};
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/**
 * Executes the durable work `sendMail`, unless the reader is outside of a wall by now. Errors of
 * the transport make the queue retry.
 */
export async function sendMail(
  opened: Promise<{ database: Database }>,
  transport: MailTransport,
  { reader, ...mail }: DurableInputs['sendMail'],
): Promise<void> {
  if (reader && !(await seesAll((await opened).database, reader))) return;
  await transport.send(mail);
}

async function seesAll(
  database: Database,
  { tenantId, userId, engagementIds }: MailReader,
): Promise<boolean> {
  const [hidden] = await database.batchTenant(tenantId, [
    {
      name: 'find_hidden_of_mail',
      text: `select from unnest($2::text[]) id where not platform.user_sees_engagement($1, id) limit 1`,
      values: [userId, engagementIds],
    },
  ]);
  return hidden.length === 0;
}
