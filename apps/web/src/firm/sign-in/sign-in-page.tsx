import type { FactorProof } from '@ecp/contract/identity/factor-proof';
import { isApiError } from '@ecp/sdk/create-client';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react';
import { api } from '../../base/api/client.ts';
import { rememberReturnPath, takeReturnPath } from '../../base/session/guards.ts';
import { authTexts } from '../../base/texts/auth.ts';
import { Button, linkStyle } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { FormError, TextField } from '../../base/ui/fields/fields.tsx';
import { readForm } from '../../base/ui/forms.tsx';
import { FactorForm } from '../second-factor/factor-form.tsx';
import {
  answerChallenge,
  PasskeyUnusedError,
  supportsPasskeys,
} from '../second-factor/passkeys.ts';
import { secondFactorTexts } from '../second-factor/texts.ts';
import { AuthHeading, EmailField, MailedNotice, useStartSession } from './auth-form.tsx';

const texts = authTexts.signIn;
const route = getRouteApi('/auth/sign-in');

const ssoTexts = authTexts.sso;

/** Says why a link or a provider has led back to this page. */
function explainNotice(notice: string | undefined, reason: string | undefined): string | undefined {
  if (notice === 'link-expired') return texts.linkExpired;
  if (notice === 'sso-required') return ssoTexts.required;
  if (notice === 'sso')
    return (
      Object.entries(ssoTexts.reasons).find(([name]) => name === reason)?.[1] ?? ssoTexts.failed
    );
  return notice === 'password-changed' ? texts.passwordChanged : undefined;
}

/**
 * Asks for the address first where any workspace has single sign-on, which then leads to a provider
 * or the password.
 */
export function SignInPage() {
  const { next } = route.useSearch();
  const { asksForAddress } = route.useLoaderData();
  const [email, setEmail] = useState('');
  const [way, setWay] = useState<'address' | 'password'>(asksForAddress ? 'address' : 'password');
  const sso = useProvider(next, () => setWay('password'));
  const provider = asksForAddress ? sso : undefined;
  const shared = { email, onEmail: setEmail, next, provider };
  if (way === 'address')
    return <AddressStep {...shared} provider={sso} onOtherWay={() => setWay('password')} />;
  return <PasswordStep {...shared} />;
}

/** Leads to the provider of an address; calls `onNone` for an address without one. */
function useProvider(next: string | undefined, onNone: () => void) {
  const begin = useMutation({
    mutationFn: (email: string) => api.beginSso({ email }),
    meta: { showsError: true },
    onSuccess({ url }) {
      if (url === null) return onNone();
      rememberReturnPath(next);
      return location.assign(url);
    },
  });
  const { reset, data } = begin;
  useEffect(() => {
    // The browser's Back button may show this page as it was left.
    const restore = (event: PageTransitionEvent) => event.persisted && reset();
    addEventListener('pageshow', restore);
    return () => removeEventListener('pageshow', restore);
  }, [reset]);
  return { ...begin, isLeading: begin.isPending || typeof data?.url === 'string' };
}

interface StepProps {
  email: string;
  onEmail: (email: string) => void;
  next: string | undefined;
  /** Undefined where no workspace has single sign-on. */
  provider: ReturnType<typeof useProvider> | undefined;
}

interface AddressStepProps extends StepProps {
  provider: ReturnType<typeof useProvider>;
  onOtherWay: () => void;
}

function AddressStep({ email, onEmail, next, provider, onOtherWay }: AddressStepProps) {
  const byPasskey = usePasskeySignIn(next);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    byPasskey.reset();
    provider.mutate(email.trim());
  };
  return (
    <form onSubmit={submit}>
      <AuthHeading title={texts.title} lead={ssoTexts.lead} />
      <div className="flex flex-col gap-4">
        {provider.isIdle && <Notice />}
        <EmailField
          autoFocus
          value={email}
          onChange={({ currentTarget }) => onEmail(currentTarget.value)}
        />
        <SignInError error={provider.error ?? byPasskey.error} />
        <Button type="submit" kind="primary" busy={provider.isLeading}>
          {ssoTexts.submit}
        </Button>
        <Divider />
        <PasskeyButton byPasskey={byPasskey} />
        <Button onClick={onOtherWay}>{ssoTexts.otherWay}</Button>
        <NoAccount />
      </div>
    </form>
  );
}

function PasswordStep({ email, onEmail, next, provider }: StepProps) {
  const emailInput = useRef<HTMLInputElement>(null);
  const { signIn, factorStep } = usePasswordSignIn(next);
  const byPasskey = usePasskeySignIn(next);
  const mailLink = useMutation({
    mutationFn: () => api.requestMagicLink({ email }),
    meta: { showsError: true },
  });
  const askForLink = () => {
    if (!emailInput.current?.reportValidity()) return;
    rememberReturnPath(next);
    signIn.reset();
    mailLink.mutate();
  };
  if (mailLink.isSuccess)
    return <MailedNotice text={authTexts.mailed.link(email)} onBack={mailLink.reset} />;
  if (factorStep) return <FactorStep {...factorStep} />;
  const enter = (event: FormEvent<HTMLFormElement>) => {
    mailLink.reset();
    byPasskey.reset();
    signIn.mutate(readForm(event, 'email', 'password'));
  };
  const askProvider = () => {
    if (!emailInput.current?.reportValidity()) return;
    signIn.reset();
    provider?.mutate(email.trim());
  };
  const knowsAddress = email !== '';
  return (
    <form onSubmit={enter}>
      <AuthHeading title={texts.title} lead={texts.lead} />
      <div className="flex flex-col gap-4">
        {provider?.isIdle !== false && <Notice />}
        <EmailField
          ref={emailInput}
          autoFocus={!knowsAddress}
          value={email}
          onChange={({ currentTarget }) => onEmail(currentTarget.value)}
        />
        <PasswordField autoFocus={knowsAddress} />
        <SignInError error={signIn.error ?? mailLink.error ?? byPasskey.error ?? provider?.error} />
        <Button type="submit" kind="primary" busy={signIn.isPending}>
          {texts.submit}
        </Button>
        <Divider />
        {provider && (
          <Button onClick={askProvider} busy={provider.isLeading}>
            {ssoTexts.through}
          </Button>
        )}
        <Button onClick={askForLink} busy={mailLink.isPending}>
          {texts.magic}
        </Button>
        <PasskeyButton byPasskey={byPasskey} />
        <NoAccount />
      </div>
    </form>
  );
}

const usePasskeySignIn = (next: string | undefined) =>
  useStartSession(async () => api.signInByPasskey({ passkey: await answerChallenge() }), next);

function PasskeyButton({ byPasskey }: { byPasskey: ReturnType<typeof usePasskeySignIn> }) {
  if (!supportsPasskeys()) return null;
  return (
    <Button onClick={() => byPasskey.mutate(undefined)} busy={byPasskey.isPending}>
      {texts.passkey}
    </Button>
  );
}

function SignInError({ error }: { error: unknown }) {
  if (!(error instanceof PasskeyUnusedError)) return <FormError error={error} />;
  return (
    <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger">
      {secondFactorTexts.passkeyUnused}
    </p>
  );
}

function Divider() {
  return (
    <div className="flex items-center gap-3 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {texts.or}
    </div>
  );
}

function NoAccount() {
  return (
    <p className="text-muted">
      {texts.noAccount}{' '}
      <Link to="/sign-up" className={linkStyle}>
        {authTexts.signUp.submit}
      </Link>
    </p>
  );
}

function Notice() {
  const { notice, reason } = route.useSearch();
  const text = explainNotice(notice, reason);
  if (!text) return null;
  const tone = notice === 'sso' ? 'bg-danger-soft text-danger' : 'bg-info-soft text-info';
  return (
    <p role="status" className={classNames('rounded-lg px-3 py-2', tone)}>
      {text}
    </p>
  );
}

function PasswordField({ autoFocus }: { autoFocus: boolean }) {
  return (
    <TextField
      label={authTexts.password}
      name="password"
      type="password"
      required
      autoFocus={autoFocus}
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

/**
 * Signs in by password. `factorStep` replaces the form when the service asks for a second factor.
 */
function usePasswordSignIn(next: string | undefined) {
  const [open, setOpen] = useState<OpenSignIn | null>(null);
  const signIn = useStartSession(async (input: SignInInput) => {
    try {
      await api.signIn(input);
    } catch (error) {
      if (isApiError(error, 'second_factor_required')) {
        const { email, password } = input;
        setOpen({
          input: { email, password },
          fields: error.details.map(({ path }) => path.slice(1)),
        });
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

/**
 * The page for a mailed link to an account with a second factor. The link stays unused until the
 * factor is given.
 */
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
