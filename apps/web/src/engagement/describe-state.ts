import type { EngagementSummary } from '../base/api/engagement-queries.ts';
import { listed } from '../base/format/words.ts';
import { statusTexts } from '../base/texts/common.ts';
import { engagementTexts } from '../base/texts/engagements.ts';

const texts = engagementTexts.state;

type StateFacts = Pick<
  EngagementSummary,
  'status' | 'archivedAt' | 'documents' | 'waiting' | 'owner' | 'sample'
>;

/** The state of an engagement in words, and how urgent it is. */
interface DescribedState {
  tone: 'danger' | 'warn' | 'info' | 'good' | 'neutral';
  text: string;
}

const tones = {
  pending: 'neutral',
  running: 'info',
  paused: 'warn',
  completed: 'good',
  failed: 'danger',
} as const;

/**
 * Describes an engagement by what waits for whom, else by its status. `userId` is the reader,
 * called “you”.
 */
export function describeState(summary: StateFacts, userId: string): DescribedState {
  const { status, archivedAt, documents, waiting, sample } = summary;
  if (archivedAt !== null) return { tone: 'neutral', text: engagementTexts.archived };
  const waits = describeWaiting(summary, userId);
  if (waits === null) {
    // Nothing waits in the sample, although nobody has reviewed it.
    const isDone = status === 'completed' && documents > 0 && !sample;
    return { tone: tones[status], text: isDone ? texts.done : statusTexts.engagement[status] };
  }
  const isActive = status === 'running' || status === 'paused';
  const text = isActive ? texts.active(statusTexts.engagement[status], waits) : waits;
  return { tone: waiting.failed > 0 ? 'danger' : 'warn', text };
}

function describeWaiting({ waiting, owner }: StateFacts, userId: string): string | null {
  const { reviews, questions, comments, failed } = waiting;
  const parts = [
    failed > 0 && texts.failed,
    reviews > 0 && texts.reviews(reviews),
    questions > 0 && texts.questions(questions),
    comments > 0 && texts.comments(comments),
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  const whom = owner === null ? texts.team : owner.id === userId ? texts.you : owner.name;
  const what = listed(parts);
  return texts.waits(what.charAt(0).toUpperCase() + what.slice(1), whom);
}
