import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { toHeaders } from './mail-message.ts';
import type { AddressedMail, MailTransport } from './mail-transport.ts';

/**
 * Writes each mail atomically to `<folder>/<mailId>.eml` (SET-9). The same id gives the same file.
 * The parts are written as they are (8bit), so that links can be copied from the file.
 */
export function openFolderTransport(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      if (!/^[\w-]+$/.test(mail.mailId)) throw new Error(`Not a mail id: ${mail.mailId}`);
      const alternatives = [toPart('text/plain', mail.text), toPart('text/html', mail.html)];
      const { message } = await composer.sendMail({ ...toHeaders(mail, from, tenantsHeader(mail)), alternatives });
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

/** A header for stored mail only; recipients never see it. It is prepared because nodemailer would fold a long one. */
function tenantsHeader({ tenantIds = [] }: AddressedMail): Record<string, { prepared: true; value: string }> {
  return tenantIds.length > 0 ? { 'X-Tenants': { prepared: true, value: tenantIds.join(' ') } } : {};
}

function toPart(contentType: string, content: string) {
  const header = `Content-Type: ${contentType}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit`;
  return { contentType, raw: `${header}\r\n\r\n${content.replace(/\r?\n/g, '\r\n')}` };
}
