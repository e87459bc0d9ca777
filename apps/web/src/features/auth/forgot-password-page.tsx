import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { readForm } from '../../forms/read-form.ts';
import { authTexts } from '../../texts/en/auth.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { AuthHeading } from './auth-heading.tsx';
import { EmailField } from './email-field.tsx';
import { MailedNotice } from './mailed-notice.tsx';

/** Requests a link to choose a new password (AUT-5). */
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
