import { isApiError } from '@ecp/sdk/create-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { api } from '../../api/client.ts';
import { fieldError } from '../../api/field-errors.ts';
import { readForm } from '../../forms/read-form.ts';
import { useSession } from '../../session/session.ts';
import { authTexts } from '../../texts/en/auth.ts';
import { sessionTexts } from '../../texts/en/settings/sessions.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { Section } from '../../ui/layout/section.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';

const { password: texts } = sessionTexts;

/** Changes the password of the signed-in user in this workspace (AUT-22). */
export function ChangePasswordSection() {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const change = useMutation({
    mutationFn: (input: { current: string; next: string }) => api.changePassword(input),
    meta: { showsError: true },
    async onSuccess() {
      form.current?.reset();
      showDoneToast(texts.done);
      await queryClient.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const isWrong = isApiError(change.error, 'invalid_credentials');
  return (
    <Section title={texts.title} description={texts.description}>
      <form
        ref={form}
        className="flex max-w-sm flex-col gap-4"
        onSubmit={(event) => change.mutate(readForm(event, 'current', 'next'))}
      >
        {/* Password managers need the name of the account. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <TextField
          label={texts.current}
          name="current"
          type="password"
          required
          autoComplete="current-password"
          error={isWrong ? texts.wrong : undefined}
        />
        <TextField
          label={texts.next}
          name="next"
          type="password"
          required
          minLength={8}
          maxLength={128}
          autoComplete="new-password"
          hint={authTexts.passwordHint}
          error={fieldError(change.error, 'next')}
        />
        {!isWrong && <FormError error={change.error} />}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" busy={change.isPending}>
            {texts.submit}
          </Button>
          <Link to="/forgot-password" className={linkStyle}>
            {texts.forgotten}
          </Link>
        </div>
      </form>
    </Section>
  );
}
