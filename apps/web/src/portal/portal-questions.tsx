import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { callOnce } from '../base/api/call-once.ts';
import { Button } from '../base/ui/buttons.tsx';
import { type AskedQuestion, GivenAnswer } from '../shared/questions/question-parts.tsx';
import { listUnanswered, stepFrom } from './asked.ts';
import { AnswerThanks, OutsideAnswer, OutsideQuestion } from './outside-question.tsx';
import { portalClient, portalQuery, usePortal, VisitorNote } from './portal.tsx';
import { outsideQuestionTexts } from './question-texts.ts';

const texts = outsideQuestionTexts;
/** Fragment of the address that leads to the questions. */
export const questionsId = 'questions';

/**
 * Shows the questions to the client: one at a time to answer, then the answered ones. Renders
 * nothing without any.
 */
export function PortalQuestions() {
  const { questions } = usePortal().view;
  const id = useId();
  const unanswered = listUnanswered(questions);
  const [chosen, setChosen] = useState<string>();
  const [drafts, setDrafts] = useState<ReadonlyMap<string, string>>(new Map());
  const shown = questions.find((question) => question.id === (chosen ?? unanswered[0]?.id));
  if (questions.length === 0) return null;
  const at = unanswered.findIndex((question) => question.id === shown?.id);
  const step = (by: 1 | -1) => setChosen(stepFrom(unanswered, shown?.id, by)?.id);
  return (
    <section
      id={questionsId}
      aria-labelledby={id}
      className="flex scroll-mt-6 flex-col gap-4 print:hidden"
    >
      <div>
        <h2 id={id} className="font-semibold text-lg">
          {texts.title}
        </h2>
        <p className="text-muted">{unanswered.length === 0 ? texts.allDone : texts.lead}</p>
      </div>
      {shown && (
        <div className="flex flex-col gap-5 rounded-xl border border-accent-text/40 p-4 sm:p-6">
          {at !== -1 && unanswered.length > 1 && (
            <div className="flex items-center justify-between gap-3">
              <p aria-live="polite" className="figures text-muted text-sm">
                {texts.position(at + 1, unanswered.length)}
              </p>
              <div className="flex gap-2">
                <Button size="small" onClick={() => step(-1)}>
                  {texts.previous}
                </Button>
                <Button size="small" onClick={() => step(1)}>
                  {texts.next}
                </Button>
              </div>
            </div>
          )}
          <PortalQuestion
            key={shown.id}
            question={shown}
            text={drafts.get(shown.id) ?? ''}
            onChange={(text) => setDrafts(new Map(drafts).set(shown.id, text))}
            // The page stays with this question, so that its confirmation is read.
            onAnswer={() => setChosen(shown.id)}
            left={unanswered.filter((question) => question.id !== shown.id).length}
            onNext={() => step(1)}
          />
        </div>
      )}
      <AnsweredQuestions
        questions={questions.filter(
          ({ status, id: one }) => status === 'answered' && one !== chosen,
        )}
        isOpen={unanswered.length === 0}
      />
    </section>
  );
}

interface PortalQuestionProps {
  question: AskedQuestion;
  /** The answer so far. It survives a step to another question. */
  text: string;
  onChange: (text: string) => void;
  onAnswer: () => void;
  left: number;
  onNext: () => void;
}

/** Shows one question with its field, and a confirmation once it is answered. */
function PortalQuestion({ question, text, onChange, onAnswer, left, onNext }: PortalQuestionProps) {
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

interface AnsweredQuestionsProps {
  questions: readonly AskedQuestion[];
  /** True if they are unfolded at first. */
  isOpen: boolean;
}

/** Shows the answered questions, newest first, to unfold. Renders nothing without one. */
function AnsweredQuestions({ questions, isOpen }: AnsweredQuestionsProps) {
  if (questions.length === 0) return null;
  return (
    <details open={isOpen}>
      <summary className="w-fit cursor-pointer rounded text-muted hover:text-ink">
        {outsideQuestionTexts.answered(questions.length)}
      </summary>
      <ul className="mt-3 flex flex-col gap-3">
        {questions.map((question) => (
          <li
            key={question.id}
            className="flex flex-col gap-2.5 rounded-xl border bg-canvas px-4 py-3"
          >
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap font-medium">
              {question.question}
            </p>
            {question.answer === null ? (
              <p className="text-muted text-sm">{outsideQuestionTexts.byOther(null)}</p>
            ) : (
              <GivenAnswer question={question} />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/**
 * Sends the client's answer, once even after a lost connection. The page is read again also after a
 * refusal.
 */
function usePortalAnswer(questionId: string, onAnswered: () => void) {
  const { token } = usePortal();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: portalQuery(token).queryKey });
  return useMutation({
    meta: { showsError: true },
    mutationFn(sent: { answer: string }) {
      const input = { questionId, ...sent };
      return callOnce([token, input], (options) =>
        portalClient(token).answerInPortal(input, options),
      );
    },
    async onSuccess() {
      onAnswered();
      await refresh();
    },
    onError: refresh,
  });
}
