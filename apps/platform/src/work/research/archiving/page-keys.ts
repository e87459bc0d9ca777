import { encryptedSuffix } from '../../../kernel/storage/encrypted-storage.ts';
import { engagementPrefix } from '../../attachments/storing/storage-keys.ts';

/** The key of a page's bytes. Equal bytes are stored once in an engagement. `sha256` is hexadecimal. */
export const pageBytesKey = (tenantId: string, engagementId: string, sha256: string) =>
  `${engagementPrefix(tenantId, engagementId)}pages/${sha256}${encryptedSuffix}`;

/** The key of a page's text, under the hash of the text. */
export const pageTextKey = (tenantId: string, engagementId: string, textSha256: string) =>
  `${engagementPrefix(tenantId, engagementId)}page-texts/${textSha256}${encryptedSuffix}`;

/** The key of a reservation of room. Nothing is stored under it, because equal bytes may belong to another page. */
export const reservedPageKey = (tenantId: string, engagementId: string, reservationId: string) =>
  `${engagementPrefix(tenantId, engagementId)}reserved-pages/${reservationId}${encryptedSuffix}`;
