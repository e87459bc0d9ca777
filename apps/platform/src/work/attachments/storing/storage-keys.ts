import { createId } from '@ecp/database/create-id';

/** Where all files of a tenant lie. */
export const tenantPrefix = (tenantId: string) => `tenants/${tenantId}/`;

/** Where all files of an engagement lie. */
export const engagementPrefix = (tenantId: string, engagementId: string) =>
  `${tenantPrefix(tenantId)}engagements/${engagementId}/`;

/** A new key for a file: nothing of its name is in it. */
export const newFileKey = (tenantId: string, engagementId: string) =>
  `${engagementPrefix(tenantId, engagementId)}files/${createId()}`;

/** The engagement's list of files, and its index of their texts (ATT-18). */
export const manifestKey = (tenantId: string, engagementId: string) =>
  `${engagementPrefix(tenantId, engagementId)}manifest.json`;
export const contextIndexKey = (tenantId: string, engagementId: string) =>
  `${engagementPrefix(tenantId, engagementId)}context-index.json`;
