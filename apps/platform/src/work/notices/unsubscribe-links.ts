import { type Unsubscribable, unsubscribable } from '@ecp/contract/reach/notices';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { openParts, sealParts } from '../../kernel/keys/tokens.ts';

/** The setting that the link of a mail switches off (NOT-8). */
export interface UnsubscribeTarget {
  tenantId: string;
  userId: string;
  setting: Unsubscribable;
}

const purpose = 'unsubscribe links';

/** Makes the token of a link that ends one kind of mail to one person. It needs no row and never expires. */
export function signUnsubscribe(keys: KeyRing, { tenantId, userId, setting }: UnsubscribeTarget): string {
  return sealParts(keys, purpose, [tenantId, userId, setting]);
}

/** Returns what a token switches off; null when it was changed or is not ours. */
export function openUnsubscribe(keys: KeyRing, token: string): UnsubscribeTarget | null {
  const [tenantId, userId, named] = openParts(keys, purpose, token) ?? [];
  const setting = unsubscribable.find((each) => each === named);
  return tenantId && userId && setting ? { tenantId, userId, setting } : null;
}
