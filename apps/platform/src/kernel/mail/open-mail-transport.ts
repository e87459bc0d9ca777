import { join } from 'node:path';
import type { PlatformConfig } from '../settings/platform-config.ts';
import { openFolderTransport } from './folder-transport.ts';
import type { MailTransport } from './mail-transport.ts';
import { openSmtpTransport } from './smtp-transport.ts';

/** SMTP when `SMTP_URL` is set, else one file a mail under `DATA_DIR/mail` (SET-9). */
export function openMailTransport({ mail, dataDir }: Pick<PlatformConfig, 'mail' | 'dataDir'>): MailTransport {
  if (mail.smtpUrl !== undefined) return openSmtpTransport(mail.smtpUrl, mail.from);
  return openFolderTransport(join(dataDir, 'mail'), mail.from);
}
