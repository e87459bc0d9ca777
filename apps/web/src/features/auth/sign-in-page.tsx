import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { answerChallenge, PasskeyUnusedError, supportsPasskeys } from '../../domain/second-factor/passkeys.ts';
import { readForm } from '../../forms/read-form.ts';
import { rememberReturnPath } from '../../session/return-path.ts';
import { authTexts } from '../../texts/en/auth.ts';
import { secondFactorTexts } from '../../texts/en/second-factor.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { AuthHeading } from './auth-heading.tsx';
import { EmailField } from './email-field.tsx';
import { FactorStep } from './factor-step.tsx';
import { MailedNotice } from './mailed-notice.tsx';
import { usePasswordSignIn } from './use-password-sign-in.ts';
import { useStartSession } from './use-start-session.ts';

const texts = authTexts.signIn;
const route = getRouteApi('/auth/sign-in');
const notices: ReadonlyMap<string | undefined, string> = new Map([
  ['link-expired', texts.linkExpired],
  ['password-changed', texts.passwordChanged],
]);

/** Signs in by password, mailed link or passkey, and asks for a second factor (AUT-3, AUT-4, SFA-5, SFA-9). */
export function SignInPage() {
  const { next, notice } = route.useSearch();
  const [email, setEmail] = useState('');
  const emailInput = useRef<HTMLInputElement>(null);
  const { signIn, factorStep } = usePasswordSignIn(next);
  const byPasskey = useStartSession(async () => api.signInByPasskey({ passkey: await answerChallenge() }), next);
  const mailLink = useMutation({ mutationFn: () => api.requestMagicLink({ email }), meta: { showsError: true } });
  const askForLink = () => {
    if (!emailInput.current?.reportValidity()) return;
    rememberReturnPath(next);
    signIn.reset();
    mailLink.mutate();
  };
  if (mailLink.isSuccess) return <MailedNotice text={authTexts.mailed.link(email)} onBack={mailLink.reset} />;
  if (factorStep) return <FactorStep {...factorStep} />;
  const enter = (event: FormEvent<HTMLFormElement>) => {
    mailLink.reset();
    byPasskey.reset();
    signIn.mutate(readForm(event, 'email', 'password'));
  };
  return (
    <form onSubmit={enter}>
      <AuthHeading title={texts.title} lead={texts.lead} />
      <div className="flex flex-col gap-4">
        <Notice text={notices.get(notice)} />
        <EmailField
          ref={emailInput}
          autoFocus
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <PasswordField />
        {byPasskey.error instanceof PasskeyUnusedError ? (
          <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger">
            {secondFactorTexts.passkeyUnused}
          </p>
        ) : (
          <FormError error={signIn.error ?? mailLink.error ?? byPasskey.error} />
        )}
        <Button type="submit" kind="primary" busy={signIn.isPending}>
          {texts.submit}
        </Button>
        <div className="flex items-center gap-3 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {texts.or}
        </div>
        <Button onClick={askForLink} busy={mailLink.isPending}>
          {texts.magic}
        </Button>
        {supportsPasskeys() && (
          <Button onClick={() => byPasskey.mutate(undefined)} busy={byPasskey.isPending}>
            {texts.passkey}
          </Button>
        )}
        <p className="text-muted">
          {texts.noAccount}{' '}
          <Link to="/sign-up" className={linkStyle}>
            {authTexts.signUp.submit}
          </Link>
        </p>
      </div>
    </form>
  );
}

/** Explains why the user was redirected to this page. */
function Notice({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p role="status" className="rounded-lg bg-info-soft px-3 py-2 text-info">
      {text}
    </p>
  );
}

function PasswordField() {
  return (
    <TextField
      label={authTexts.password}
      name="password"
      type="password"
      required
      autoComplete="current-password"
      aside={
        <Link to="/forgot-password" className={linkStyle}>
          {texts.forgot}
        </Link>
      }
    />
  );
}
