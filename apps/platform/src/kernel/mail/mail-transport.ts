import { join } from 'node:path';
import type { PlatformConfig } from '../../config.ts';
import type { DurableInputs } from '../durable-work/durable-work.ts';
import { openFolderTransport } from './folder-transport.ts';
import { openSmtpTransport } from './smtp-transport.ts';

/** A rendered mail with the id that stands for it in every attempt. */
export type AddressedMail = DurableInputs['sendMail'];

/** Port to whatever delivers mail. `send` throws when the mail was not taken; sending one id twice is harmless. */
export interface MailTransport {
  send(mail: AddressedMail): Promise<void>;
  /** Deletes what is kept of the mail of an erased tenant; what was sent lies with its readers. */
  forget(tenantId: string): Promise<void>;
  close(): void;
}

/** SMTP when `SMTP_URL` is set, else one file a mail under `DATA_DIR/mail` (contract, 1). */
export function openMailTransport({ mail, dataDir }: Pick<PlatformConfig, 'mail' | 'dataDir'>): MailTransport {
  if (mail.smtpUrl !== undefined) return openSmtpTransport(mail.smtpUrl, mail.from);
  return openFolderTransport(join(dataDir, 'mail'), mail.from);
}
