import { join } from 'node:path';
import type { PlatformConfig } from '../settings/platform-config.ts';
import { openFolderTransport } from './folder-transport.ts';
import type { MailTransport } from './mail-transport.ts';
import { openSmtpTransport } from './smtp-transport.ts';

/** Opens SMTP when `SMTP_URL` is set, otherwise writes one file per mail to `DATA_DIR/mail` (SET-9). */
export function openMailTransport({ mail, dataDir }: Pick<PlatformConfig, 'mail' | 'dataDir'>): MailTransport {
  if (mail.smtpUrl !== undefined) return openSmtpTransport(mail.smtpUrl, mail.from);
  return openFolderTransport(join(dataDir, 'mail'), mail.from);
}
