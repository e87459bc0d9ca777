import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { fieldError } from '../../api/field-errors.ts';
import { readForm } from '../../forms/read-form.ts';
import { authTexts } from '../../texts/en/auth.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { AuthHeading } from './auth-heading.tsx';

const texts = authTexts.reset;
const route = getRouteApi('/auth/reset-password');

/** The page that the link of a reset mail opens (AUT-5). */
export function ResetPasswordPage() {
  const { token } = route.useSearch();
  const navigate = useNavigate();
  const reset = useMutation({
    mutationFn: (input: { token: string; newPassword: string }) => api.resetPassword(input),
    meta: { showsError: true },
    onSuccess: () => navigate({ to: '/sign-in', search: { notice: 'password-changed' } }),
  });
  if (token === undefined) {
    return (
      <>
        <AuthHeading title={texts.noToken} lead={texts.noTokenAdvice} />
        <Link to="/forgot-password" className={linkStyle}>
          {texts.again}
        </Link>
      </>
    );
  }
  return (
    <form onSubmit={(event) => reset.mutate({ token, ...readForm(event, 'newPassword') })}>
      <AuthHeading title={texts.title} lead={texts.lead} />
      <div className="flex flex-col gap-4">
        <TextField
          label={authTexts.newPassword}
          name="newPassword"
          type="password"
          required
          minLength={8}
          maxLength={128}
          autoComplete="new-password"
          autoFocus
          hint={authTexts.passwordHint}
          error={fieldError(reset.error, 'newPassword')}
        />
        <FormError error={reset.error} />
        <Button type="submit" kind="primary" busy={reset.isPending}>
          {texts.submit}
        </Button>
        <Link to="/forgot-password" className={linkStyle}>
          {texts.again}
        </Link>
      </div>
    </form>
  );
}
