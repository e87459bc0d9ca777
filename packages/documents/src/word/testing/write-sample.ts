import type { DeliverableWordReport } from '../word-report.ts';
import { buildDeliverableFile } from '../writing/build-word-file.ts';

/** Writes a markdown text as the Word file of version 3 of a deliverable. */
export function writeSample(
  markdown: string,
  changes: Partial<DeliverableWordReport> = {},
): Promise<Buffer> {
  return buildDeliverableFile({
    engagementName: 'Growth strategy',
    client: 'Northwind Coffee Ltd',
    date: '2026-11-22',
    branding: { companyName: 'Harbour & Hill Advisory', primaryColor: '#0b6e4f', logo: null },
    document: { title: 'Wholesale', markdown, charts: [] },
    facts: { version: 3, wordCount: 1234, approvalStatus: 'pending_review', score: null },
    origin: { deliverableId: 'wholesale-3' },
    comments: [],
    ...changes,
  });
}
