import { join } from 'node:path';
import { getSystemErrorName } from 'node:util';
import { addressOf } from '../../apps/server/src/kernel/mail/mail-text.ts';
import { openSmtpConnection } from '../../apps/server/src/kernel/mail/mail-transport.ts';
import type { PlatformConfig } from '../../apps/server/src/kernel/settings.ts';
import { placeOf } from './failure-reasons.ts';
import { type Finding, find } from './finding.ts';
import { isLoopbackAddress } from './loopback.ts';

/** Signs in at the mail server without sending a mail, and looks at the sender. */
export async function checkMail({ mail, dataDir, baseUrl }: PlatformConfig): Promise<Finding[]> {
  const { smtpUrl, from } = mail;
  if (smtpUrl === undefined) {
    const code = isLoopbackAddress(baseUrl) ? 'mail_stored' : 'mail_unsent';
    return [find('mail', code, { folder: join(dataDir, 'mail') })];
  }
  const address = placeOf(smtpUrl, smtpUrl.startsWith('smtps:') ? '465' : '587');
  const sender = addressOf(from);
  const senderFindings = /@(localhost|[^.]*)$/.test(sender)
    ? [find('mail', 'mail_sender_local', { sender })]
    : [];
  const transport = openSmtpConnection(smtpUrl);
  try {
    await transport.verify();
    return [find('mail', 'mail_answers', { address }), ...senderFindings];
  } catch (error) {
    return [explainFailure(error, address), ...senderFindings];
  } finally {
    transport.close();
  }
}

function explainFailure(error: unknown, address: string): Finding {
  const { code = '', errno, message } = error as NodeJS.ErrnoException;
  if (code === 'EAUTH') return find('mail', 'mail_sign_in_refused', { address });
  // nodemailer replaces the code of a socket's error. What is left of one of the system is its
  // number.
  if (errno !== undefined) {
    return find('mail', 'mail_unreachable', { address, reason: getSystemErrorName(errno) });
  }
  const isTls = code === 'ETLS' || code === 'ESOCKET';
  return find('mail', isTls ? 'mail_not_encrypted' : 'mail_unreachable', {
    address,
    reason: isTls ? message : code,
  });
}
