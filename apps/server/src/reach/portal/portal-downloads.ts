import type { AuditAction } from '@ecp/contract/values/audit-actions';
import type { FootnoteChoice } from '@ecp/contract/values/footnotes';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { PortalContext } from '../../kernel/context.ts';
import { type PdfFile, printDeliverable, printEngagement } from '../exports/pdf.ts';
import type { ReportOrder, ReportOwner } from '../exports/report-content.ts';
import {
  type WordDownload,
  writeWordDeliverable,
  writeWordEngagement,
} from '../exports/word/word-export.ts';
import { printAiUse } from './client-ai-use.ts';
import { clientOf } from './client-words.ts';
import { requireShown, selectShown } from './shown-documents.ts';

/** Prints what the link shows as one PDF for the client. Errors: those of printEngagement. */
export async function exportInPortal(
  context: PortalContext,
  { delivers, footnotes, signal }: PortalDelivery,
): Promise<PdfFile> {
  const { filename, pdf, files } = await printEngagement(
    ownerOf(context),
    await readOrder(context, { footnotes }),
    signal,
  );
  if (delivers) await recordDownload(context, 'portal.export_pdf', { deliverables: files.length });
  return { filename, pdf };
}

/** Prints one shown document. Errors: `not_found` for another, those of printDeliverable. */
export async function exportDeliverableInPortal(
  context: PortalContext,
  filename: string,
  { delivers, footnotes, signal }: PortalDelivery,
): Promise<PdfFile> {
  await requireShown(context.services.database, context.visitor, filename);
  const printed = await printDeliverable(
    ownerOf(context),
    await readOrder(context, { filename, footnotes }),
    signal,
  );
  const { version } = printed.file.deliverable;
  if (delivers) await recordDownload(context, 'portal.export_pdf', { filename, version });
  return { filename: printed.filename, pdf: printed.pdf };
}

/**
 * Writes what the link shows as one Word file for the client. Errors: those of writeWordEngagement.
 */
export async function exportInPortalToWord(
  context: PortalContext,
  { delivers, footnotes, signal }: PortalDelivery,
): Promise<WordDownload> {
  const { filename, docx, files } = await writeWordEngagement(
    ownerOf(context),
    await readOrder(context, { footnotes }),
    signal,
  );
  if (delivers) await recordDownload(context, 'portal.export_docx', { deliverables: files.length });
  return { filename, docx };
}

/**
 * Writes one shown document as Word without comments, which are the team's. Errors: `not_found`,
 * those of writeWordDeliverable.
 */
export async function exportDeliverableInPortalToWord(
  context: PortalContext,
  filename: string,
  { delivers, footnotes, signal }: PortalDelivery,
): Promise<WordDownload> {
  await requireShown(context.services.database, context.visitor, filename);
  const written = await writeWordDeliverable(
    ownerOf(context),
    await readOrder(context, { filename, footnotes }),
    signal,
  );
  const { version } = written.file.deliverable;
  if (delivers) await recordDownload(context, 'portal.export_docx', { filename, version });
  return { filename: written.filename, docx: written.docx };
}

/**
 * Prints the statement that the newest release with one gave the link. Errors: `not_found`, those
 * of printAiUse.
 */
export async function exportAiUseInPortal(
  context: PortalContext,
  { delivers, signal }: Delivery,
): Promise<PdfFile> {
  const { filename, pdf, releaseId } = await printAiUse(ownerOf(context), context.visitor, signal);
  if (delivers) await recordDownload(context, 'portal.export_ai_use', { releaseId });
  return { filename, pdf };
}

interface Delivery {
  /** False when only the headers are requested: then nothing reports the download. */
  delivers: boolean;
  signal: AbortSignal;
}

interface PortalDelivery extends Delivery {
  /** What the request says about footnotes; else the branding says it. */
  footnotes: FootnoteChoice | undefined;
}

function ownerOf({ services, tenantId, visitor }: PortalContext): ReportOwner {
  return { services, tenantId, tenantName: visitor.tenantName };
}

/** Returns the order for what the link shows, as a client gets it, or for one of its documents. */
async function readOrder(
  { services, visitor }: PortalContext,
  { filename, footnotes }: { filename?: string; footnotes: FootnoteChoice | undefined },
): Promise<ReportOrder> {
  const selected = await selectShown(services.database, visitor, filename);
  const { engagementId, documents } = visitor;
  return {
    engagementId,
    selected,
    audience: 'client',
    namesOthers: documents === 'latest',
    footnotes,
  };
}

async function recordDownload(
  context: PortalContext,
  action: Extract<AuditAction, `portal.export_${string}`>,
  what: Record<string, unknown>,
): Promise<void> {
  const { actor, metadata } = clientOf(context);
  const { engagementId: resourceId } = context.visitor;
  const entry = {
    action,
    resourceType: 'engagement',
    resourceId,
    metadata: { ...what, ...metadata },
  } as const;
  await context.transaction((tx) => recordAudit(tx, actor, entry));
}
