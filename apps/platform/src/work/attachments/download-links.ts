import { randomBytes } from 'node:crypto';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { openParts, sealParts } from '../../kernel/keys/tokens.ts';

/** Signs and checks links that open one file for one hour without other credentials (ATT-10). */
export interface DownloadLinks {
  /** Returns a new token that holds its target and its expiry. */
  sign(target: DownloadTarget, now: Date): string;
  /** Returns the target of a token; null when the token was changed, is not ours or has expired. */
  verify(token: string, now: Date): DownloadTarget | null;
}

export interface DownloadTarget {
  tenantId: string;
  attachmentId: string;
}

/** One hour (ATT-10). */
const lifeMs = 3_600_000;

/** Makes links with keys that are derived from the installation's secrets. */
export function createDownloadLinks(keys: KeyRing): DownloadLinks {
  const purpose = 'download links';
  return {
    sign({ tenantId, attachmentId }, now) {
      const expiry = (now.getTime() + lifeMs).toString(36);
      return sealParts(keys, purpose, [tenantId, attachmentId, expiry, randomBytes(6).toString('base64url')]);
    },
    verify(token, now) {
      const [tenantId, attachmentId, expiry, nonce] = openParts(keys, purpose, token) ?? [];
      if (!tenantId || !attachmentId || !expiry || !nonce) return null;
      return Number.parseInt(expiry, 36) > now.getTime() ? { tenantId, attachmentId } : null;
    },
  };
}

declare module '../../kernel/services.ts' {
  interface Services {
    downloadLinks: DownloadLinks;
  }
}
