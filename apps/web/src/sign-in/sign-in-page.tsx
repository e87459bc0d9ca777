import type { FactorProof } from '@ecp/contract/identity/factor-proof';
import { isApiError } from '@ecp/sdk/create-client';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ComponentProps, type FormEvent, useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { FactorForm } from '../second-factor/factor-form.tsx';
import { answerChallenge, PasskeyUnusedError, supportsPasskeys } from '../second-factor/passkeys.ts';
import { secondFactorTexts } from '../second-factor/texts.ts';
import { rememberReturnPath, takeReturnPath } from '../session/guards.ts';
import { authTexts } from '../texts/auth.ts';
import { Button, linkStyle } from '../ui/buttons.tsx';
import { FormError, TextField } from '../ui/fields/fields.tsx';
import { readForm } from '../ui/forms.tsx';
import { AuthHeading, EmailField, MailedNotice, useStartSession } from './auth-form.tsx';

const texts = authTexts.signIn;
const route = getRouteApi('/auth/sign-in');

function explainNotice(notice: string | undefined): string | undefined {
  if (notice === 'link-expired') return texts.linkExpired;
  return notice === 'password-changed' ? texts.passwordChanged : undefined;
}

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
        <Notice text={explainNotice(notice)} />
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

type SignInInput = Parameters<typeof api.signIn>[0];

/** A correct password that needs a second factor, with the fields that accept one. */
interface OpenSignIn {
  input: SignInInput;
  fields: readonly string[];
}

/** Signs in by password. `factorStep` replaces the form when the service asks for a second factor. */
function usePasswordSignIn(next: string | undefined) {
  const [open, setOpen] = useState<OpenSignIn | null>(null);
  const signIn = useStartSession(async (input: SignInInput) => {
    try {
      await api.signIn(input);
    } catch (error) {
      if (isApiError(error, 'second_factor_required')) {
        const { email, password } = input;
        setOpen({ input: { email, password }, fields: error.details.map(({ path }) => path.slice(1)) });
      }
      throw error;
    }
  }, next);
  const factorStep: ComponentProps<typeof FactorStep> | null = open && {
    fields: open.fields,
    busy: signIn.isPending,
    error: isApiError(signIn.error, 'second_factor_required') ? null : signIn.error,
    onProof: (proof) => signIn.mutate({ ...open.input, ...proof }),
    onBack: () => {
      signIn.reset();
      setOpen(null);
    },
  };
  return { signIn, factorStep };
}

const factorTexts = secondFactorTexts.ask;

interface FactorStepProps {
  fields: readonly string[];
  busy: boolean;
  error: unknown;
  onProof: (proof: FactorProof) => void;
  onBack: () => void;
}

function FactorStep({ onBack, ...form }: FactorStepProps) {
  return (
    <>
      <AuthHeading title={factorTexts.title} lead={factorTexts.lead} />
      <FactorForm {...form} submitLabel={factorTexts.submit} autoFocus>
        <Button kind="quiet" onClick={onBack}>
          {factorTexts.back}
        </Button>
      </FactorForm>
    </>
  );
}

const linkTexts = secondFactorTexts.link;
const linkRoute = getRouteApi('/auth/sign-in/link');

/** The page for a mailed link to an account with a second factor. The link stays unused until the factor is given. */
export function SignInByLinkPage() {
  const { token, fields = 'code' } = linkRoute.useSearch();
  const signIn = useStartSession(
    (input: Parameters<typeof api.signInByLink>[0]) => api.signInByLink(input),
    takeReturnPath,
  );
  const back = (
    <Link to="/sign-in" className={linkStyle}>
      {linkTexts.back}
    </Link>
  );
  if (token === undefined) {
    return (
      <>
        <AuthHeading title={linkTexts.noToken} lead={linkTexts.noTokenAdvice} />
        {back}
      </>
    );
  }
  return (
    <>
      <AuthHeading title={linkTexts.title} lead={linkTexts.lead} />
      <FactorForm
        fields={fields.split(',')}
        submitLabel={secondFactorTexts.ask.submit}
        busy={signIn.isPending}
        error={signIn.error}
        onProof={(proof: FactorProof) => signIn.mutate({ token, ...proof })}
        autoFocus
      >
        {back}
      </FactorForm>
    </>
  );
}
