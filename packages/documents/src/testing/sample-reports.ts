import type { PrintOrder } from '../document-renderer.ts';
import type { Branding, DeliverableReport, EngagementReport, ProvenanceRow } from '../report-types.ts';

/** An SVG logo as a tenant would upload it. */
export const logoSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="#0b6e6e"/></svg>';

/** A tenant with everything set. */
export const branding: Branding = {
  companyName: 'Acme Consulting',
  primaryColor: '#0b6e6e',
  logo: { bytes: new TextEncoder().encode(logoSvg), mimeType: 'image/svg+xml' },
};

/** For the tenant of all sample reports. */
export const printOrder: PrintOrder = { tenantId: 'acme' };

/** Who made the sample deliverable. */
export const provenance: ProvenanceRow = {
  filename: 'market-scan.md',
  agent: 'market-analyst',
  model: 'local/extractive',
  observerScore: 92,
  costUsd: 0.0123,
};

/** A report on one deliverable with this markdown. */
export function deliverableOf(markdown: string, changes: Partial<DeliverableReport> = {}): DeliverableReport {
  return {
    engagementName: 'Coffee roaster strategy',
    client: 'Bramblewick Ltd',
    date: '2026-03-12',
    branding,
    provenance: null,
    document: {
      title: 'Market scan',
      filename: 'market-scan.md',
      markdown,
      version: 3,
      wordCount: 1234,
      approvalStatus: 'pending_review',
    },
    ...changes,
  };
}

/** A report on an engagement with one chapter for each markdown. */
export function engagementOf(markdowns: string[], changes: Partial<EngagementReport> = {}): EngagementReport {
  return {
    title: 'Coffee roaster strategy',
    client: 'Bramblewick Ltd',
    date: '2026-03-12',
    branding,
    summary: [{ label: 'Average score', value: '78.2' }],
    documents: markdowns.map((markdown, index) => ({
      title: `Document ${index + 1}`,
      filename: `document-${index + 1}.md`,
      markdown,
      version: 1,
      wordCount: 900,
      approvalStatus: 'approved',
      score: 77.1,
      feedback: `Feedback number ${index + 1}.`,
    })),
    provenance: null,
    ...changes,
  };
}

/** So many paragraphs of running text, with a heading before every eighth. */
export function longMarkdown(paragraphs: number): string {
  const words = 'Wholesale margins fell because green coffee became dearer while list prices stayed. '.repeat(4);
  return Array.from(
    { length: paragraphs },
    (_, index) => `${index % 8 === 0 ? `## Part ${index / 8 + 1}\n\n` : ''}${words}`,
  ).join('\n\n');
}

/** Takes minutes to print: links that never close cost the parser quadratic time. */
export const endless = '[a]('.repeat(150_000);
