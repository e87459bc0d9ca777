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

/** Makes a key for the text of an old version. */
export const newTextKey = (tenantId: string, engagementId: string) =>
  `${engagementPrefix(tenantId, engagementId)}texts/${createId()}${encryptedSuffix}`;

/** The prefix of the tables of an attachment. */
export const tablesPrefix = (tenantId: string, engagementId: string, attachmentId: string) =>
  `${engagementPrefix(tenantId, engagementId)}tables/${attachmentId}/`;

/** The key of the Parquet of an attachment's table; `ordinal` is its place in the file, from 0. */
export const tableKey = (tenantId: string, engagementId: string, attachmentId: string, ordinal: number) =>
  `${tablesPrefix(tenantId, engagementId, attachmentId)}${ordinal}.parquet${encryptedSuffix}`;

/** The keys of the engagement's manifest and of its context index (ATT-18). */
export const manifestKey = (tenantId: string, engagementId: string) =>
  `${engagementPrefix(tenantId, engagementId)}manifest.json${encryptedSuffix}`;
export const contextIndexKey = (tenantId: string, engagementId: string) =>
  `${engagementPrefix(tenantId, engagementId)}context-index.json${encryptedSuffix}`;

/** The keys under which earlier releases stored both, unencrypted. */
export const plainIndexKeys = (tenantId: string, engagementId: string) =>
  ['manifest.json', 'context-index.json'].map((name) => engagementPrefix(tenantId, engagementId) + name);
