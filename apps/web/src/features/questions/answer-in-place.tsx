import { type RefObject, useState } from 'react';
import type { Question } from '../../domain/questions/queries.ts';
import { usePersistedState } from '../../forms/use-persisted-state.ts';
import { useSession } from '../../session/session.ts';
import { questionTexts } from '../../texts/en/questions/questions.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { AnswerForm } from './answer-form.tsx';
import { leaveQuestion } from './question-places.ts';
import { useAnswerQuestion } from './use-answer-question.ts';

const texts = questionTexts.answer;

interface AnswerInPlaceProps {
  engagementId: string;
  question: Question;
  /** The card of the question, which has the focus when the field closes. */
  card: RefObject<HTMLElement | null>;
}

/** Opens the field for an answer. The input survives a reload of this tab. */
export function AnswerInPlace({ engagementId, question, card }: AnswerInPlaceProps) {
  const { has } = useSession();
  const kept = usePersistedState(`answer:${question.id}`, readDraft, () => '');
  const [isOpen, setIsOpen] = useState(kept.value !== '');
  const answer = useAnswerQuestion(engagementId, question, () => {
    kept.forget();
    leaveQuestion(card.current);
  });
  if (!has('member')) return <p className="text-muted text-sm">{texts.readOnly}</p>;
  if (!isOpen) {
    return (
      <Button data-answer className="self-start" onClick={() => setIsOpen(true)}>
        {texts.open}
      </Button>
    );
  }
  const close = () => {
    kept.startOver();
    setIsOpen(false);
    card.current?.focus();
  };
  return (
    <AnswerForm
      text={kept.value}
      onChange={kept.change}
      onSend={(text) => answer.mutate(text)}
      onCancel={close}
      busy={answer.isPending}
      error={answer.error}
      autoFocus={!kept.restored}
    />
  );
}

/** Parses an answer that was stored in the browser; null for anything else. */
function readDraft(text: string): string | null {
  const kept: unknown = JSON.parse(text);
  return typeof kept === 'string' ? kept : null;
}
