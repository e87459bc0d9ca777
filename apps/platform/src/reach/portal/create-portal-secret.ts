import { randomBytes } from 'node:crypto';
import { hashToken } from '../../kernel/keys/tokens.ts';

/** Makes a secret that opens a client link, and the hash that is stored instead of it (POR-2). */
export function createPortalSecret(): { token: string; hash: Buffer } {
  const token = `svc_portal_${randomBytes(16).toString('hex')}`;
  return { token, hash: hashToken(token) };
}
