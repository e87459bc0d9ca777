import { ApiError } from '@ecp/contract/declaring/errors';
import type { LinkDocuments, PortalPermission } from '@ecp/contract/reach/portal';
import type { Transaction } from '@ecp/database/database';

/** The permissions of a preview beside reading, as far as the link that it shows has them. */
const previewPermissions: readonly PortalPermission[] = ['download', 'sources', 'files'];

interface PreviewedRow {
  documents: LinkDocuments;
  permissions: PortalPermission[];
  is_live: boolean;
}

/**
 * Returns what a preview of a link shows and permits: nothing that speaks for the client (REL-17). Errors: `not_found`
 * for an unknown link and for a preview, `portal_link_ended`.
 */
export async function findPreviewed(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  tokenId: string,
): Promise<Pick<PreviewedRow, 'documents' | 'permissions'>> {
  const { rows } = await tx.query<PreviewedRow>({
    name: 'find_previewed_link',
    text: `select documents, permissions, revoked_at is null and (expires_at is null or expires_at > now()) as is_live
      from platform.portal_tokens
      where tenant_id = $1 and engagement_id = $2 and id = $3 and preview_of is null for share`,
    values: [tenantId, engagementId, tokenId],
  });
  const [link] = rows;
  if (!link) throw new ApiError('not_found');
  if (!link.is_live) throw new ApiError('portal_link_ended');
  return {
    documents: link.documents,
    permissions: ['read', ...previewPermissions.filter((one) => link.permissions.includes(one))],
  };
}
