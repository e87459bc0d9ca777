import type { KeyRing } from '../../../kernel/keys/key-ring.ts';

const purpose = 'notice channels';

/** Encrypts the address of a channel with the installation's key; it can be decrypted for this channel only. */
export function sealAddress(keys: KeyRing, channelId: string, url: string): string {
  return keys.encrypt(purpose, channelId, url).toString('base64url');
}

/** Decrypts an address; null when it is damaged, or was encrypted with another key or for another channel. */
export function openAddress(keys: KeyRing, channelId: string, sealed: string): string | null {
  try {
    return keys.decrypt(purpose, channelId, Buffer.from(sealed, 'base64url'));
  } catch {
    return null;
  }
}
