import { questionLimits } from '@ecp/contract/values/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { api } from '../../base/api/client.ts';
import { useAgentName } from '../../base/api/firm-queries.ts';
import { formatMoment } from '../../base/format/format.ts';
import { nameDocument } from '../../base/format/words.ts';
import { usePersistedState } from '../../base/session/persisted-state.ts';
import { useSession } from '../../base/session/session.ts';
import { questionTexts } from '../../base/texts/questions.ts';
import { Badge, TimeAgo, type Tone } from '../../base/ui/badges.tsx';
import { Button } from '../../base/ui/buttons.tsx';
import { DocumentLink } from '../../base/ui/document-link.tsx';
import { FormError, TextAreaField } from '../../base/ui/fields/fields.tsx';
import { focusInView, modifierKey, stepThrough, usePageShortcuts } from '../../base/ui/keys.tsx';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';
import { GivenAnswer, QuestionFacts } from './question-parts.tsx';
import { type Question, type QuestionStatus, refreshQuestions } from './question-queries.ts';

const texts = questionTexts;

interface QuestionCardProps {
  engagementId: string;
  question: Question;
  /** Content before the name of the agent, such as a link to the engagement. */
  place?: ReactNode;
}

/**
 * Shows one question with its assumption and impact, to answer in place. The keys of the page move
 * between cards.
 */
export function QuestionCard({ engagementId, question, place }: QuestionCardProps) {
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const agent = useAgentName(question.agent);
  const anchor = `question-${question.id}`;
  useEffect(() => {
    // The cards load after the page, too late for the browser to find the one that the address
    // names.
    if (location.hash === `#${anchor}`) focusInView(card.current);
  }, [anchor]);
  const { status, answer, createdAt, documents } = question;
  return (
    <article
      ref={card}
      id={anchor}
      data-question
      tabIndex={-1}
      aria-labelledby={id}
      className="flex flex-col gap-3.5 rounded-xl border bg-surface p-4 md:p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 text-muted text-sm">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          {place}
          <span>{texts.asks(agent ?? question.agent)}</span>
          <TimeAgo at={createdAt} />
        </p>
        <QuestionState question={question} />
      </div>
      <h3
        id={id}
        dir="auto"
        className="wrap-anywhere whitespace-pre-wrap font-semibold text-base leading-snug"
      >
        {question.question}
      </h3>
      <QuestionFacts question={question} names={texts} />
      <RestingDocuments
        engagementId={engagementId}
        documents={documents}
        isOutdated={status === 'answered'}
      />
      {answer === null ? (
        <AnswerInPlace engagementId={engagementId} question={question} card={card} />
      ) : (
        <GivenAnswer question={question} />
      )}
    </article>
  );
}

const tones: Record<QuestionStatus, Tone> = { open: 'warn', assumed: 'info', answered: 'good' };

/** The state of a question as a badge, for an open one with the end of the wait. */
function QuestionState({ question: { status, dueAt } }: { question: Question }) {
  const { states } = questionTexts;
  const text =
    status === 'open' && dueAt !== null ? states.openUntil(formatMoment(dueAt)) : states[status];
  return (
    <Badge tone={tones[status]} dot={status === 'open'}>
      {text}
    </Badge>
  );
}

interface RestingDocumentsProps {
  engagementId: string;
  documents: Question['documents'];
  isOutdated: boolean;
}

/** Links to the latest documents that rest on an assumption. Renders nothing without one. */
function RestingDocuments({ engagementId, documents, isOutdated }: RestingDocumentsProps) {
  if (documents.length === 0) return null;
  return (
    <div>
      <p className="text-muted text-sm">{texts.restsOn}</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {documents.map(({ filename, title }) => (
          <li key={filename}>
            <DocumentLink engagementId={engagementId} filename={filename}>
              {nameDocument(filename, title)}
            </DocumentLink>
            {isOutdated && <span className="text-sm text-warn"> {texts.stale.outdated}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

const answerTexts = questionTexts.answer;

interface AnswerInPlaceProps {
  engagementId: string;
  question: Question;
  /** The card of the question, which has the focus when the field closes. */
  card: RefObject<HTMLElement | null>;
}

/** Opens the field for an answer. The input survives a reload of this tab. */
function AnswerInPlace({ engagementId, question, card }: AnswerInPlaceProps) {
  const { has } = useSession();
  const kept = usePersistedState(`answer:${question.id}`, readDraft, () => '');
  const [isOpen, setIsOpen] = useState(kept.value !== '');
  const answer = useAnswerQuestion(engagementId, question, () => {
    kept.forget();
    leaveQuestion(card.current);
  });
  if (!has('member')) return <p className="text-muted text-sm">{answerTexts.readOnly}</p>;
  if (!isOpen) {
    return (
      <Button data-answer className="self-start" onClick={() => setIsOpen(true)}>
        {answerTexts.open}
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

function readDraft(text: string): string | null {
  const kept: unknown = JSON.parse(text);
  return typeof kept === 'string' ? kept : null;
}

interface AnswerFormProps {
  text: string;
  onChange: (text: string) => void;
  onSend: (answer: string) => void;
  onCancel: () => void;
  busy: boolean;
  error: unknown;
  autoFocus: boolean;
}

/** The field for an answer, in place. Ctrl or Cmd and Enter sends it. */
function AnswerForm({ text, onChange, onSend, onCancel, busy, error, autoFocus }: AnswerFormProps) {
  const [tried, setTried] = useState(false);
  const isEmpty = text.trim() === '';
  const send = () => {
    setTried(true);
    if (!isEmpty && !busy) onSend(text);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const listen = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextAreaField
        label={answerTexts.label}
        hint={answerTexts.hint(modifierKey())}
        error={tried && isEmpty ? answerTexts.empty : undefined}
        rows={4}
        maxLength={questionLimits.answer}
        value={text}
        readOnly={busy}
        autoFocus={autoFocus}
        onKeyDown={listen}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <FormError error={error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{answerTexts.cancel}</Button>
        <Button kind="primary" type="submit" busy={busy}>
          {answerTexts.send}
        </Button>
      </div>
    </form>
  );
}

/**
 * Answers a question once. After a refusal the questions are read again, as somebody may have
 * answered.
 */
function useAnswerQuestion(engagementId: string, question: Question, onAnswered: () => void) {
  const queryClient = useQueryClient();
  const refresh = () => refreshQuestions(queryClient, engagementId);
  return useMutation({
    meta: { showsError: true },
    mutationFn: (answer: string) =>
      api.answerQuestion({ id: engagementId, questionId: question.id, answer }),
    async onSuccess() {
      showDoneToast(answerTexts.done, describeNext(question));
      onAnswered();
      await refresh();
    },
    onError: refresh,
  });
}

function describeNext({ status, documents }: Question): string {
  if (status === 'open') return answerTexts.goesOn;
  return documents.length > 0 ? answerTexts.stale : answerTexts.kept;
}

const placeOf = '[data-question]';
const places = () => [...document.querySelectorAll<HTMLElement>(placeOf)];

/**
 * Moves the focus to the next question on the page (`1`) or the one before (`-1`), from elsewhere
 * to an outer one.
 */
const stepToQuestion = (by: 1 | -1): void => stepThrough(placeOf, by);

function openFocusedAnswer(): void {
  const all = places();
  const place = all.find((one) => one.contains(document.activeElement)) ?? all[0];
  place?.querySelector<HTMLElement>('[data-answer]')?.click();
}

/**
 * Moves the focus from a question that is about to leave its list to its neighbour, else to the
 * page.
 */
function leaveQuestion(place: HTMLElement | null): void {
  const all = places();
  const at = place === null ? -1 : all.indexOf(place);
  const aim = all[at + 1] ?? all[at - 1];
  if (aim && aim !== place) focusInView(aim);
  else document.getElementById('content')?.focus({ preventScroll: true });
}

const { keys } = questionTexts;

const shortcuts = () => [
  { key: 'j', does: keys.next, act: () => stepToQuestion(1) },
  { key: 'k', does: keys.previous, act: () => stepToQuestion(-1) },
  { key: 'a', does: keys.answer, act: openFocusedAnswer },
];

/** Lets `j` and `k` move between the questions of a page, and `a` answer one. */
export const useQuestionKeys = (): void => usePageShortcuts(shortcuts());
