import type { FormEvent } from 'react';
import { releaseTexts as texts } from '../../../texts/en/clients/release.ts';
import { commonTexts } from '../../../texts/en/shared/common.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../../ui/states/skeleton.tsx';
import { DocumentFields } from './document-fields.tsx';
import { LinkFields } from './link-fields.tsx';
import { ReleaseNotes } from './release-notes.tsx';
import { useRelease } from './use-release.ts';
import type { ReleaseForm } from './use-release-form.ts';

/** The longest message that the service accepts (REL-7). */
const maxMessageLength = 5_000;

interface ReleaseDialogProps {
  engagementId: string;
  form: ReleaseForm;
  onNewLink: () => void;
  onClose: () => void;
}

/** Asks who gets which versions with which message, and shows what that changes and who gets a mail. */
export function ReleaseDialog({ engagementId, form, onNewLink, onClose }: ReleaseDialogProps) {
  const release = useRelease(engagementId, form, onClose);
  const count = form.documents.filter(({ version }) => version !== null).length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    release.mutate();
  };
  return (
    <Dialog open wide onClose={onClose} title={texts.title} description={texts.description}>
      {form.failed ? (
        <ErrorState error={form.failed.error} onRetry={() => void form.failed?.refetch()} />
      ) : form.isPending ? (
        <SkeletonRows rows={6} />
      ) : (
        <form onSubmit={submit}>
          <div className="flex flex-col gap-5">
            <LinkFields form={form} onNewLink={onNewLink} />
            <DocumentFields form={form} />
            <TextAreaField
              label={texts.message}
              hint={texts.messageHint}
              rows={3}
              maxLength={maxMessageLength}
              value={form.message}
              onChange={({ currentTarget }) => form.setMessage(currentTarget.value)}
            />
            <ReleaseNotes form={form} />
            <FormError error={release.error} />
          </div>
          <DialogActions>
            <Button onClick={onClose}>{commonTexts.cancel}</Button>
            <Button
              type="submit"
              kind="primary"
              busy={release.isPending}
              disabled={count === 0 || form.chosenLinks.length === 0}
            >
              {texts.submit(count)}
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}
