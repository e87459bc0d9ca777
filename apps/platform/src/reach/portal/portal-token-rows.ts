import type { LinkDocuments, PortalPermission, PortalToken } from '@ecp/contract/reach/portal';

/** The columns of platform.portal_tokens that the API shows. */
export interface PortalTokenRow {
  id: string;
  label: string | null;
  client_name: string | null;
  client_email: string | null;
  documents: LinkDocuments;
  preview_of: string | null;
  permissions: PortalPermission[];
  sees_others: boolean;
  expires_at: Date | null;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

/** The columns of PortalTokenRow, for select lists and `returning`. */
export const portalTokenColumns = `id, label, client_name, client_email, documents, preview_of, permissions, sees_others,
  expires_at, created_at, last_used_at, revoked_at`;

/** Converts a row to the wire form (POR-1). */
export function toPortalToken(row: PortalTokenRow): PortalToken {
  return {
    id: row.id,
    label: row.label,
    clientName: row.client_name,
    clientEmail: row.client_email,
    documents: row.documents,
    previewOf: row.preview_of,
    permissions: row.permissions,
    seesOthers: row.sees_others,
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}
