import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { outsideQuestionTexts } from '../../texts/en/questions/outside-questions.ts';

const texts = outsideQuestionTexts;

interface AnswerThanksProps {
  /** True if work waited for the answer. */
  waited: boolean;
  /** The next steps. */
  children?: ReactNode;
}

/** Confirms an answer and says what happens next. It takes the focus, so it comes into view and is read aloud. */
export function AnswerThanks({ waited, children }: AnswerThanksProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <div
      ref={box}
      role="status"
      tabIndex={-1}
      className="flex scroll-my-6 flex-col items-start gap-3 rounded-xl bg-good-soft p-4 outline-none"
    >
      <p className="flex items-start gap-2 font-semibold text-good">
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
        {texts.thanks}
      </p>
      <p>{waited ? texts.after.open : texts.after.assumed}</p>
      {children}
    </div>
  );
}
