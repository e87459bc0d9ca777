import { explainError } from '../../api/explain-error.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { Button } from '../buttons/button.tsx';

/** Shown below a list whose next rows could not be loaded. Loaded rows stay, and a button tries again. */
export function LoadMoreError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { title, advice } = explainError(error);
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-danger-soft px-4 py-2 text-danger text-sm"
    >
      <p className="min-w-52 flex-1">
        {title}. {advice}
      </p>
      <Button size="small" onClick={onRetry}>
        {commonTexts.tryAgain}
      </Button>
    </div>
  );
}
