import type { DocumentErrorKind } from '../reports/document-error.ts';
import type { DeliverableReport, EngagementReport } from '../reports/report-types.ts';

/** A report to print. The child parses the markdown, never the server's process. */
export type RenderJob =
  | { kind: 'engagement'; report: EngagementReport }
  | { kind: 'deliverable'; report: DeliverableReport };

/** A job as it is sent to the child. */
export interface JobMessage {
  id: number;
  job: RenderJob;
}

/**
 * Messages of a child: one when it is ready, then one answer for each job. The PDF itself is sent by the child's
 * stdout, `pdfBytes` long, because Node's message channel copies large messages again and again while they arrive.
 */
export type ChildMessage =
  | { type: 'ready' }
  | { type: 'done'; id: number; pdfBytes: number; notes: string[]; rssBytes: number }
  | { type: 'failed'; id: number; kind: DocumentErrorKind; message: string };

/** Reads a message of a child process. Returns null for anything of another shape. */
export function readChildMessage(message: unknown): ChildMessage | null {
  if (typeof message !== 'object' || message === null || !('type' in message)) return null;
  const { type } = message;
  return type === 'ready' || type === 'done' || type === 'failed' ? (message as ChildMessage) : null;
}
