import { useId, useState } from 'react';
import { outsideQuestionTexts } from '../../../texts/en/questions/outside-questions.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { usePortal } from '../portal-context.ts';
import { AnsweredQuestions } from './answered-questions.tsx';
import { PortalQuestion } from './portal-question.tsx';
import { listUnanswered, stepFrom } from './question-order.ts';

const texts = outsideQuestionTexts;
/** Fragment of the address that leads to the questions. */
export const questionsId = 'questions';

/** Shows the questions to the client: one at a time to answer, then the answered ones. Renders nothing without any. */
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
    <section id={questionsId} aria-labelledby={id} className="flex scroll-mt-6 flex-col gap-4 print:hidden">
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
        questions={questions.filter(({ status, id: one }) => status === 'answered' && one !== chosen)}
        isOpen={unanswered.length === 0}
      />
    </section>
  );
}
