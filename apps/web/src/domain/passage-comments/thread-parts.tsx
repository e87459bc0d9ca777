import type { NoteAnswer } from '@ecp/contract/values/review-answers';
import { commentTexts } from '../../texts/en/documents/comments.ts';
import { reviewTexts } from '../../texts/en/review.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { WordChanges } from './word-changes.tsx';

const texts = commentTexts.thread;

interface SuggestedWordsProps {
  quote: string;
  suggestion: string;
  isActive: boolean;
  onAccept: (() => void) | undefined;
}

/** The words that a comment proposes for its passage (CMT-10). */
export function SuggestedWords({ quote, suggestion, isActive, onAccept }: SuggestedWordsProps) {
  return (
    <div className="flex flex-col items-start gap-2">
      <div className={classNames(!isActive && 'line-clamp-3')}>
        <WordChanges before={quote} after={suggestion} />
      </div>
      {onAccept && isActive && (
        <Button size="small" onClick={onAccept}>
          {texts.accept}
        </Button>
      )}
    </div>
  );
}

/** How a later version answers a comment (CMT-8). */
export function AnswerOfVersion({ answer, version }: { answer: NoteAnswer; version: number | null }) {
  return (
    <div className="border-l-2 pl-2 text-muted">
      <p className="text-xs">
        {[version === null ? '' : texts.answeredIn(version), reviewTexts.history.outcomes[answer.outcome]]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p dir="auto" className="wrap-anywhere first-letter:uppercase">
        {answer.text === '' ? reviewTexts.history.unanswered : answer.text}
      </p>
    </div>
  );
}
