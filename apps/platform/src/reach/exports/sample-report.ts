import type { Branding, EngagementReport } from '@ecp/documents/reports/report-types';

const markdown = `# Market scan

## Summary

This page shows how your reports look: **headings**, tables, lists and sources carry your colour, and every page your name.

| Segment | Revenue 2025 | Change |
|---|---:|---:|
| Wholesale | €4.2 million | +6 % |
| Online shop | €1.8 million | +21 % |
| Own cafés | €0.9 million | −3 % |

> Two of three customers would pay more for a shorter delivery time.[^1]

## What follows

1. Offer a delivery within two days to wholesale customers.
2. Measure the effect for a quarter before prices change.

[^1]: Customer survey, March 2026, question 7.
`;

/** Returns a short report with all that a branding affects: cover, contents, headings, table, quote and source. */
export function sampleReport(branding: Branding, date: string): EngagementReport {
  return {
    audience: 'client',
    title: 'Growth strategy',
    client: 'Sample client',
    date,
    branding,
    summary: [],
    documents: [
      {
        title: 'Market scan',
        filename: 'market-scan.md',
        markdown,
        version: 1,
        wordCount: 96,
        approvalStatus: 'approved',
        score: null,
      },
    ],
    provenance: null,
  };
}
