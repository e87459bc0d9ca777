import { explainError } from '../../api/explain-error.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';

/** Shows above the button why a form was refused; renders nothing without an error. */
export function FormError({ error }: { error: unknown }) {
  if (!error) return null;
  const { title, advice, remedy } = explainError(error);
  return (
    <div role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger">
      <p className="font-medium">{title}</p>
      <p className="text-sm">
        {advice}{' '}
        {remedy === 'upgrade' && (
          <a href="/settings/billing" className="rounded font-medium underline underline-offset-2">
            {commonTexts.seePlans}
          </a>
        )}
      </p>
    </div>
  );
}
