import type { PrintOrder } from '../document-renderer.ts';
import type {
  Branding,
  DeliverableReport,
  EngagementReport,
  ProvenanceRow,
} from '../reports/report-types.ts';

/** A logo of 120 by 40 pixels in one colour. */
const logoPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAHgAAAAoCAYAAAA16j4lAAAAcUlEQVR4nO3RMREAIAwAMZjxWv8b9fGXWMh9M/+QJThOcJzgOMFxguMExwmOExwnOE5wnOA4wXGC4wTHCY4THCc4TnCc4DjBcYLjBMcJjhMcJzhOcJzgOMFxguMExwmOExwnOE5wnOA4wXGC4wTHCY5b8jpMGSxVjIAAAAAASUVORK5CYII=',
  'base64',
);

/** Branding with every part set. */
export const branding: Branding = {
  companyName: 'Acme Consulting',
  primaryColor: '#0b6e6e',
  logo: { bytes: logoPng, mimeType: 'image/png' },
};

/** Prints for the tenant of all sample reports. */
export const printOrder: PrintOrder = { tenantId: 'acme' };

/** Provenance of the sample deliverable. */
export const provenance: ProvenanceRow = {
  filename: 'market-scan.md',
  agent: 'market-analyst',
  model: 'local/extractive',
  observerScore: 92,
  costUsd: 0.0123,
};

/**
 * Makes a report on one deliverable with this markdown: the team's if it has provenance, else a
 * client's.
 */
export function deliverableOf(
  markdown: string,
  changes: Partial<DeliverableReport> = {},
): DeliverableReport {
  return {
    audience: changes.provenance ? 'team' : 'client',
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

/** Makes a report on an engagement with one chapter for each markdown. */
export function engagementOf(
  markdowns: string[],
  changes: Partial<EngagementReport> = {},
): EngagementReport {
  return {
    audience: changes.provenance ? 'team' : 'client',
    title: 'Coffee roaster strategy',
    client: 'Bramblewick Ltd',
    date: '2026-03-12',
    branding,
    summary: { deliverables: 2, approved: 1, averageScore: 78.2 },
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

/** Makes this number of paragraphs of running text, with a heading before every eighth. */
export function longMarkdown(paragraphs: number): string {
  const words =
    'Wholesale margins fell because green coffee became dearer while list prices stayed. '.repeat(
      4,
    );
  return Array.from(
    { length: paragraphs },
    (_, index) => `${index % 8 === 0 ? `## Part ${index / 8 + 1}\n\n` : ''}${words}`,
  ).join('\n\n');
}

/** Takes far longer to print than the limits of tests allow. */
export const endless = '[a]('.repeat(600_000);
