import { Link } from '@tanstack/react-router';
import { newTexts } from '../../texts/en/engagement-form.ts';
import { Button } from '../../ui/button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { FormError } from '../../ui/form-error.tsx';

/** The end of the form, always in view: what comes next, and the button for it. */
export function CreateBar({ busy, error, wrong }: { busy: boolean; error: unknown; wrong: boolean }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-col gap-3 border-t bg-surface px-4 py-3 md:-mx-8 md:px-8">
      <FormError error={error} />
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
        <p className="basis-full text-muted text-sm sm:flex-1 sm:basis-40" aria-live="polite">
          {wrong ? <span className="text-danger">{newTexts.correct}</span> : newTexts.next}
        </p>
        <Link to="/engagements" search={{}} className={buttonStyle()}>
          {newTexts.cancel}
        </Link>
        <Button kind="primary" type="submit" busy={busy}>
          {busy ? newTexts.submitting : newTexts.submit}
        </Button>
      </div>
    </div>
  );
}
