import { questionLimits } from '@ecp/contract/values/limits';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatMoment } from '../base/format/format.ts';
import { Button } from '../base/ui/buttons.tsx';
import { FormError, TextAreaField } from '../base/ui/fields/fields.tsx';
import { readForm } from '../base/ui/forms.tsx';
import { type AskedQuestion, QuestionFacts } from '../shared/questions/question-parts.tsx';
import { outsideQuestionTexts } from './question-texts.ts';

const texts = outsideQuestionTexts;

interface OutsideQuestionProps {
  question: AskedQuestion;
  id?: string | undefined;
  /** Level of the heading: 1 where the question is the page. */
  level: 1 | 3;
}

/** Shows a question to people outside the workspace, with its wait, assumption and impact. */
export function OutsideQuestion({ question, id, level }: OutsideQuestionProps) {
  const { status, dueAt } = question;
  const Heading = `h${level}` as const;
  return (
    <div className="flex flex-col gap-4">
      <Heading
        id={id}
        dir="auto"
        className="wrap-anywhere whitespace-pre-wrap text-pretty font-semibold text-xl leading-snug tracking-tight"
      >
        {question.question}
      </Heading>
      {status === 'open' && dueAt !== null && (
        <p className="self-start rounded-lg bg-warn-soft px-3 py-2 text-warn">
          {texts.waits(formatMoment(dueAt))}
        </p>
      )}
      {status === 'assumed' && <p className="text-muted">{texts.goesOn}</p>}
      <QuestionFacts question={question} names={texts} />
    </div>
  );
}

interface OutsideAnswerProps {
  /** The answer so far, kept by the caller: a client may turn to another question and return. */
  text: string;
  onChange: (text: string) => void;
  onSend: (sent: { answer: string; author: string }) => void;
  busy: boolean;
  error: unknown;
  /** A field `author` below the answer. */
  children?: ReactNode;
}

/** A large field for an answer, with its button. On a phone they are as wide as the page. */
export function OutsideAnswer({
  text,
  onChange,
  onSend,
  busy,
  error,
  children,
}: OutsideAnswerProps) {
  return (
    <form
      onSubmit={(event) => onSend(readForm(event, 'answer', 'author'))}
      className="flex flex-col gap-4 print:hidden"
    >
      <TextAreaField
        label={texts.field}
        hint={texts.hint}
        name="answer"
        required
        rows={6}
        maxLength={questionLimits.answer}
        // Below 16 px phones zoom in when the field gets the focus.
        className="text-lg"
        placeholder={texts.placeholder}
        readOnly={busy}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {children}
      <FormError error={error} />
      <Button
        kind="primary"
        type="submit"
        busy={busy}
        className="h-11 w-full sm:w-auto sm:self-end sm:px-6"
      >
        {texts.send}
      </Button>
    </form>
  );
}

interface AnswerThanksProps {
  /** True if work waited for the answer. */
  waited: boolean;
  children?: ReactNode;
}

/**
 * Confirms an answer and says what happens next. It takes the focus, so it comes into view and is
 * read aloud.
 */
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
