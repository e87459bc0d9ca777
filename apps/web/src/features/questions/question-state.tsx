import type { Question, QuestionStatus } from '../../domain/questions/queries.ts';
import { formatMoment } from '../../format/format.ts';
import { questionTexts } from '../../texts/en/questions/questions.ts';
import { Badge, type Tone } from '../../ui/states/badge.tsx';

const tones: Record<QuestionStatus, Tone> = { open: 'warn', assumed: 'info', answered: 'good' };

/** The state of a question as a badge, for an open one with the end of the wait. */
export function QuestionState({ question: { status, dueAt } }: { question: Question }) {
  const { states } = questionTexts;
  const text = status === 'open' && dueAt !== null ? states.openUntil(formatMoment(dueAt)) : states[status];
  return (
    <Badge tone={tones[status]} dot={status === 'open'}>
      {text}
    </Badge>
  );
}
