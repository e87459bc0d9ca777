import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { explainError } from '../../api/explain-error.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { Button } from '../buttons/button.tsx';
import { buttonStyle } from '../buttons/button-style.ts';

/** Shown when loading failed: what happened, and what to do about it. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const { reset } = useQueryErrorResetBoundary();
  const { title, advice, requestId, remedy } = explainError(error);
  const retry = () => {
    reset();
    onRetry?.();
  };
  return (
    <div role="alert" className="flex flex-col items-center gap-3 rounded-xl border px-6 py-12 text-center">
      <TriangleAlert aria-hidden className="size-6 text-danger" />
      <h2 className="font-semibold text-lg">{title}</h2>
      <p className="max-w-md text-muted">{advice}</p>
      <div className="mt-1 flex gap-2">
        {remedy === 'retry' && onRetry && <Button onClick={retry}>{commonTexts.tryAgain}</Button>}
        {remedy === 'reload' && <Button onClick={() => location.reload()}>{commonTexts.reload}</Button>}
        {remedy === 'sign-in' && (
          <a href="/sign-in" className={buttonStyle('primary')}>
            {commonTexts.signIn}
          </a>
        )}
        {remedy === 'upgrade' && (
          <a href="/settings/billing" className={buttonStyle('primary')}>
            {commonTexts.seePlans}
          </a>
        )}
        {remedy === 'leave' && (
          <a href="/engagements" className={buttonStyle()}>
            {commonTexts.toEngagements}
          </a>
        )}
      </div>
      {requestId && (
        <p className="text-muted text-xs">
          {commonTexts.requestId} <code>{requestId}</code>
        </p>
      )}
    </div>
  );
}
