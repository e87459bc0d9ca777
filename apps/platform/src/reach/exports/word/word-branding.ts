import type { Branding } from '@ecp/documents/reports/report-types';
import type { WordBranding } from '@ecp/documents/word/word-report';
import { SandboxError } from '@ecp/sandbox/child-program';
import type { ReportOwner } from '../read-report-content.ts';

const logoWidthPx = 800;

/** Makes the branding of a Word file. A drawing becomes pixels; one that cannot be drawn is left out. */
export async function toWordBranding(
  { services, tenantId }: ReportOwner,
  { companyName, primaryColor, logo }: Branding,
  signal: AbortSignal,
): Promise<WordBranding> {
  if (logo === null) return { companyName, primaryColor, logo: null };
  if (logo.mimeType !== 'image/svg+xml') {
    return { companyName, primaryColor, logo: { bytes: logo.bytes, mimeType: logo.mimeType } };
  }
  try {
    const drawing = Buffer.from(logo.bytes).toString();
    const bytes = await services.charts.toPng(drawing, logoWidthPx, { tenantId, signal });
    return { companyName, primaryColor, logo: { bytes, mimeType: 'image/png' } };
  } catch (error) {
    if (!(error instanceof SandboxError) || signal.aborted) throw error;
    services.log.info({ err: error }, 'A logo was left out of a Word file');
    return { companyName, primaryColor, logo: null };
  }
}
