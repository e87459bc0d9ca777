import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { callOnce } from '../../api/call-once.ts';
import { readForm } from '../../forms/read-form.ts';
import { portalTexts } from '../../texts/en/portal.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { TextAreaField } from '../../ui/fields/text-area-field.tsx';
import { portalClient, portalQuery } from './portal-client.ts';
import { VisitorField } from './visitor-field.tsx';
import { setVisitorName } from './visitor-name.ts';

const { comments: texts } = portalTexts;

/** Sends a comment of the client. The text stays in the form until the comment is recorded. */
export function PortalCommentForm({ token, filename }: { token: string; filename: string | null }) {
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const { queryKey } = portalQuery(token);
  const send = useMutation({
    mutationFn(said: { author: string; body: string }) {
      const input = { ...said, ...(filename === null ? {} : { filename }) };
      return callOnce([token, input], (options) => portalClient(token).commentInPortal(input, options));
    },
    meta: { showsError: true },
    onSuccess({ author }) {
      setVisitorName(author.name);
      form.current?.reset();
    },
    // Refetches even after a refusal: if the link was revoked in the meantime, the page says so.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <form
      ref={form}
      onSubmit={(event) => send.mutate(readForm(event, 'author', 'body'))}
      className="flex flex-col gap-3 rounded-xl border bg-surface p-4"
    >
      <VisitorField />
      <TextAreaField
        label={texts.yours}
        name="body"
        required
        rows={3}
        maxLength={10_000}
        // Read-only while sending, because a successful response clears the field.
        readOnly={send.isPending}
        placeholder={texts.placeholder}
      />
      <FormError error={send.error} />
      <Button type="submit" busy={send.isPending} className="self-end">
        {texts.send}
      </Button>
    </form>
  );
}
