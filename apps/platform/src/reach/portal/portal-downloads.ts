import type { AuditAction } from '@ecp/contract/values/audit-actions';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { PortalContext } from '../../kernel/context.ts';
import type { ReportOrder, ReportOwner } from '../exports/read-report-content.ts';
import { selectShown } from './shown-documents.ts';

/** The way in which a client gets a file. */
export interface Delivery {
  /** False when only the headers are requested: then nothing reports the download. */
  delivers: boolean;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** Returns the owner of the documents that a client downloads. */
export function ownerOf({ services, tenantId, visitor }: PortalContext): ReportOwner {
  return { services, tenantId, tenantName: visitor.tenantName };
}

/** Returns the order for what the link shows, as a client gets it (REL-5), or for one of its documents. */
export async function readOrder({ services, visitor }: PortalContext, filename?: string): Promise<ReportOrder> {
  const selected = await selectShown(services.database, visitor, filename);
  const { engagementId, documents } = visitor;
  return { engagementId, selected, audience: 'client', namesOthers: documents === 'latest' };
}

/** Records that a client has got a file. */
export async function recordDownload(
  { tenantId, visitor, ipAddress, transaction }: PortalContext,
  action: Extract<AuditAction, `portal.export_${string}`>,
  what: Record<string, unknown>,
): Promise<void> {
  const { engagementId, tokenId } = visitor;
  await transaction((tx) =>
    recordAudit(
      tx,
      { tenantId, userId: null, ipAddress },
      {
        action,
        resourceType: 'engagement',
        resourceId: engagementId,
        metadata: { ...what, portalTokenId: tokenId },
      },
    ),
  );
}
