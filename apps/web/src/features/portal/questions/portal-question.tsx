import { useId, useState } from 'react';
import { AnswerThanks } from '../../../domain/questions/answer-thanks.tsx';
import type { AskedQuestion } from '../../../domain/questions/asked-question.ts';
import { GivenAnswer } from '../../../domain/questions/given-answer.tsx';
import { OutsideAnswer } from '../../../domain/questions/outside-answer.tsx';
import { OutsideQuestion } from '../../../domain/questions/outside-question.tsx';
import { outsideQuestionTexts } from '../../../texts/en/questions/outside-questions.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { VisitorNote } from '../visitor-note.tsx';
import { usePortalAnswer } from './use-portal-answer.ts';

const texts = outsideQuestionTexts;

interface PortalQuestionProps {
  question: AskedQuestion;
  /** The answer so far. It survives a step to another question. */
  text: string;
  onChange: (text: string) => void;
  onAnswer: () => void;
  /** Number of other unanswered questions. */
  left: number;
  onNext: () => void;
}

/** Shows one question with its field, and a confirmation once it is answered. */
export function PortalQuestion({ question, text, onChange, onAnswer, left, onNext }: PortalQuestionProps) {
  const id = useId();
  const [waited] = useState(question.status === 'open');
  const [isMine, setIsMine] = useState(false);
  const answer = usePortalAnswer(question.id, () => setIsMine(true));
  const isAnswered = question.status === 'answered';
  const goOn = left > 0 && (
    <Button onClick={onNext} className="h-11 sm:h-9">
      {texts.nextQuestion(left)}
    </Button>
  );
  return (
    <article aria-labelledby={id} className="flex flex-col gap-5">
      <OutsideQuestion question={question} id={id} level={3} />
      {isMine && <AnswerThanks waited={waited}>{goOn}</AnswerThanks>}
      {isAnswered && !isMine && <p className="text-muted">{texts.byOther(question.answeredBy)}</p>}
      {isAnswered && question.answer !== null && <GivenAnswer question={question} />}
      {isAnswered && !isMine && goOn}
      {!isAnswered && !isMine && (
        <OutsideAnswer
          text={text}
          onChange={onChange}
          onSend={(sent) => {
            onAnswer();
            answer.mutate(sent);
          }}
          busy={answer.isPending}
          error={answer.error}
        >
          <VisitorNote />
        </OutsideAnswer>
      )}
    </article>
  );
}
