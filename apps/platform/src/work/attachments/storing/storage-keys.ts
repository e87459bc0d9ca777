import { createId } from '@ecp/database/create-id';
import { encryptedSuffix } from '../../../kernel/storage/encrypted-storage.ts';

/** The prefix of all files of a tenant. */
export const tenantPrefix = (tenantId: string) => `tenants/${tenantId}/`;

/** The prefix of all files of an engagement. */
export const engagementPrefix = (tenantId: string, engagementId: string) =>
  `${tenantPrefix(tenantId)}engagements/${engagementId}/`;

/** Makes a key for a new file. It holds nothing of the file's name. */
export const newFileKey = (tenantId: string, engagementId: string) =>
  `${engagementPrefix(tenantId, engagementId)}files/${createId()}${encryptedSuffix}`;

/** The keys of the engagement's manifest and of its context index (ATT-18). */
export const manifestKey = (tenantId: string, engagementId: string) =>
  `${engagementPrefix(tenantId, engagementId)}manifest.json${encryptedSuffix}`;
export const contextIndexKey = (tenantId: string, engagementId: string) =>
  `${engagementPrefix(tenantId, engagementId)}context-index.json${encryptedSuffix}`;

/** The keys under which earlier releases stored both, unencrypted. */
export const plainIndexKeys = (tenantId: string, engagementId: string) =>
  ['manifest.json', 'context-index.json'].map((name) => engagementPrefix(tenantId, engagementId) + name);
