import type { DeliverableReport, EngagementReport } from './report-types.ts';

/** A report to print. The child parses the markdown, never the server's process. */
export type RenderJob =
  | { kind: 'engagement'; report: EngagementReport }
  | { kind: 'deliverable'; report: DeliverableReport };
