import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { api } from '../../base/api/client.ts';
import { fieldError } from '../../base/api/explain-error.ts';
import { authTexts } from '../../base/texts/auth.ts';
import { Button, linkStyle } from '../../base/ui/buttons.tsx';
import { FormError, TextField } from '../../base/ui/fields/fields.tsx';
import { readForm } from '../../base/ui/forms.tsx';
import { AuthHeading, EmailField, MailedNotice } from './auth-form.tsx';

export function ForgotPasswordPage() {
  const navigate = useNavigate();
  const request = useMutation({
    mutationFn: (input: { email: string }) => api.requestPasswordReset(input),
    meta: { showsError: true },
  });
  if (request.isSuccess) {
    const back = () => void navigate({ to: '/sign-in' });
    return <MailedNotice text={authTexts.mailed.reset(request.variables.email)} onBack={back} />;
  }
  return (
    <form onSubmit={(event) => request.mutate(readForm(event, 'email'))}>
      <AuthHeading title={authTexts.forgot.title} lead={authTexts.forgot.lead} />
      <div className="flex flex-col gap-4">
        <EmailField autoFocus />
        <FormError error={request.error} />
        <Button type="submit" kind="primary" busy={request.isPending}>
          {authTexts.forgot.submit}
        </Button>
        <Link to="/sign-in" className={linkStyle}>
          {authTexts.mailed.back}
        </Link>
      </div>
    </form>
  );
}

const texts = authTexts.reset;
const route = getRouteApi('/auth/reset-password');

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
