import { Link } from '@tanstack/react-router';
import { api } from '../../base/api/client.ts';
import { fieldError } from '../../base/api/explain-error.ts';
import { authTexts } from '../../base/texts/auth.ts';
import { commonTexts } from '../../base/texts/common.ts';
import { Button, linkStyle } from '../../base/ui/buttons.tsx';
import { FormError, TextField } from '../../base/ui/fields/fields.tsx';
import { readForm } from '../../base/ui/forms.tsx';
import { AuthHeading, EmailField, useStartSession } from './auth-form.tsx';

/** Creates a tenant and its owner. */
export function SignUpPage() {
  const signUp = useStartSession((input: Parameters<typeof api.signUp>[0]) => api.signUp(input));
  const { error } = signUp;
  return (
    <form
      onSubmit={(event) => signUp.mutate(readForm(event, 'company', 'name', 'email', 'password'))}
    >
      <AuthHeading title={authTexts.signUp.title} lead={authTexts.signUp.lead} />
      <div className="flex flex-col gap-4">
        <TextField
          label={authTexts.company}
          name="company"
          required
          maxLength={200}
          autoComplete="organization"
          autoFocus
          error={fieldError(error, 'company')}
        />
        <TextField
          label={authTexts.name}
          name="name"
          required
          maxLength={200}
          autoComplete="name"
          error={fieldError(error, 'name')}
        />
        <EmailField error={fieldError(error, 'email')} />
        <TextField
          label={authTexts.password}
          name="password"
          type="password"
          required
          minLength={8}
          maxLength={128}
          autoComplete="new-password"
          hint={authTexts.passwordHint}
          error={fieldError(error, 'password')}
        />
        <FormError error={error} />
        <Button type="submit" kind="primary" busy={signUp.isPending}>
          {authTexts.signUp.submit}
        </Button>
        <p className="text-muted">
          {authTexts.signUp.haveOne}{' '}
          <Link to="/sign-in" className={linkStyle}>
            {commonTexts.signIn}
          </Link>
        </p>
      </div>
    </form>
  );
}
