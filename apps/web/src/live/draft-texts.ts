import type { WritingEvent } from '@ecp/contract/engine/engine-events';
import type { RunEvent } from '@ecp/sdk/follow-run';

/** The text of a document that is being written, as far as it has arrived. */
export interface DraftText {
  call: WritingEvent['call'];
  purpose: WritingEvent['purpose'];
  /** Number of characters before `text` that were sent before this page listened. */
  missing: number;
  text: string;
  /** Whether its call has ended. */
  isFinished: boolean;
}

/** The texts that are being written, by task. */
export type DraftTexts = ReadonlyMap<string, DraftText>;

/** Returns the texts after more events, in order. A text ends with its document, its task or the run (FOL-13). */
export function applyWriting(before: DraftTexts, events: readonly RunEvent[]): DraftTexts {
  const texts = new Map(before);
  for (const event of events) applyEvent(texts, event);
  const isSame = texts.size === before.size && [...texts].every(([taskId, text]) => before.get(taskId) === text);
  return isSame ? before : texts;
}

function applyEvent(texts: Map<string, DraftText>, event: RunEvent): void {
  if (event.type === 'writing') texts.set(event.taskId, continueText(texts.get(event.taskId), event));
  else if (event.type === 'cost') finishText(texts, event.call);
  else if (event.type === 'task_complete' || event.type === 'deliverable') texts.delete(event.taskId ?? '');
  else if (event.type === 'status' && (event.status === 'completed' || event.status === 'failed')) texts.clear();
}

/** The paid call has written its text, which stays until the document is there. */
function finishText(texts: Map<string, DraftText>, call: Extract<RunEvent, { type: 'cost' }>['call']): void {
  const known = texts.get(call?.taskId ?? '');
  if (call?.taskId && known && call.answered && call.purpose === known.purpose) {
    texts.set(call.taskId, { ...known, isFinished: true });
  }
}

/**
 * A piece replaces what follows its offset, unless it only repeats what has arrived: the service sends a text again
 * from its beginning when another reader joins. A piece after a gap begins the text anew at its offset.
 */
function continueText(known: DraftText | undefined, { call, purpose, offset, text }: WritingEvent): DraftText {
  const end = known ? known.missing + known.text.length : 0;
  if (known?.call !== call || offset > end || offset < known.missing) {
    return { call, purpose, missing: offset, text, isFinished: false };
  }
  const at = offset - known.missing;
  return known.text.startsWith(text, at) ? known : { ...known, text: known.text.slice(0, at) + text };
}
