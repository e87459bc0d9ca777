import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { toHeaders } from './mail-message.ts';
import type { MailTransport } from './mail-transport.ts';

/**
 * Writes each mail to `<folder>/<mailId>.eml` (contract, 1): whole or not at all, and the same file for the same id.
 * The parts are written as they are (8bit), so that links can be copied from the file.
 */
export function openFolderTransport(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      if (!/^[\w-]+$/.test(mail.mailId)) throw new Error(`Not a mail id: ${mail.mailId}`);
      const alternatives = [toPart('text/plain', mail.text), toPart('text/html', mail.html)];
      const { message } = await composer.sendMail({ ...toHeaders(mail, from), alternatives });
      await mkdir(folder, { recursive: true });
      const unfinished = join(folder, `.${mail.mailId}-${randomUUID()}`);
      // Links in mail sign people in: only the owner of the data may read them.
      await writeFile(unfinished, message, { mode: 0o600 });
      await rename(unfinished, join(folder, `${mail.mailId}.eml`));
    },
    close: () => composer.close(),
  };
}

function toPart(contentType: string, content: string) {
  const header = `Content-Type: ${contentType}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit`;
  return { contentType, raw: `${header}\r\n\r\n${content.replace(/\r?\n/g, '\r\n')}` };
}
