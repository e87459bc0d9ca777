import { readBrand } from '../../identity/branding/branding.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { PdfFile } from './print-engagement.ts';
import { renderPdf } from './render-pdf.ts';
import { sampleReport } from './sample-report.ts';

/** A branding to preview. An absent field is as saved; an empty one is unset. */
export interface UnsavedBranding {
  companyName?: string;
  primaryColor?: string;
}

/** Renders a sample report with an unsaved branding. Errors: those of renderPdf. */
export async function previewBranding(
  { services, tenantId, principal }: RequestContext,
  tried: UnsavedBranding,
  signal: AbortSignal,
): Promise<PdfFile> {
  const saved = await readBrand(services.database, tenantId);
  const companyName = (tried.companyName?.trim() ?? saved.companyName) || principal.tenantName;
  const primaryColor = (tried.primaryColor ?? saved.primaryColor) || null;
  const branding = { companyName, primaryColor, logo: saved.logo };
  const report = sampleReport(branding, services.clock.now().toISOString());
  const rendering = services.documents.renderEngagement(report, { tenantId, signal });
  return { filename: 'preview.pdf', pdf: await renderPdf(rendering, signal) };
}
