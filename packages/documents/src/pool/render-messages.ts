import type { DocumentErrorKind } from '../document-error.ts';
import type { DeliverableReport, EngagementReport } from '../report-types.ts';

/** What is to be printed; markdown is parsed by the child, never in the server's process. */
export type RenderJob =
  | { kind: 'engagement'; report: EngagementReport }
  | { kind: 'deliverable'; report: DeliverableReport };

/** A job as it travels to the child. */
export interface JobMessage {
  id: number;
  job: RenderJob;
}

/**
 * What a child says: once that it is ready, then one answer for each job. The PDF itself comes through the child's stdout,
 * `pdfBytes` long: the message channel of Node copies large messages again and again while they arrive.
 */
export type ChildMessage =
  | { type: 'ready' }
  | { type: 'done'; id: number; pdfBytes: number; notes: string[]; rssBytes: number }
  | { type: 'failed'; id: number; kind: DocumentErrorKind; message: string };

/** Reads what a child process sent; anything of another shape is `null`. */
export function readChildMessage(message: unknown): ChildMessage | null {
  if (typeof message !== 'object' || message === null || !('type' in message)) return null;
  const { type } = message;
  return type === 'ready' || type === 'done' || type === 'failed' ? (message as ChildMessage) : null;
}
