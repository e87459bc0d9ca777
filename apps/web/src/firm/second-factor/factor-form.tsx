import type { FactorProof, SecurityState } from '@ecp/contract/identity/factor-proof';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../base/ui/buttons.tsx';
import { FormError, TextField } from '../../base/ui/fields/fields.tsx';
import { answerChallenge, PasskeyUnusedError, supportsPasskeys } from './passkeys.ts';
import { secondFactorTexts as texts } from './texts.ts';

/** A factor, and the password where the form asks for it. */
interface EnteredProof extends FactorProof {
  password?: string;
}

interface FactorFormProps {
  /** The factors that the service accepts: `code`, `passkey` or both. */
  fields: readonly string[];
  /** True if the person has an authenticator app; otherwise only recovery codes are accepted. */
  hasTotp?: boolean;
  withPassword?: boolean;
  submitLabel: string;
  kind?: 'primary' | 'danger';
  busy: boolean;
  error: unknown;
  onProof: (proof: EnteredProof) => void;
  /** Moves the focus to the first field. Dialogs do that themselves. */
  autoFocus?: boolean;
  children?: ReactNode;
}

export function FactorForm(props: FactorFormProps) {
  const {
    fields,
    withPassword = false,
    submitLabel,
    kind = 'primary',
    busy,
    error,
    onProof,
    autoFocus,
    children,
  } = props;
  const offersCode = fields.includes('code');
  const offersPasskey = fields.includes('passkey') && supportsPasskeys();
  const passkey = useMutation({
    mutationFn: async (password: string | undefined) => ({
      ...withText('password', password),
      passkey: await answerChallenge(),
    }),
    meta: { showsError: true },
    onSuccess: onProof,
  });
  const enter = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    passkey.reset();
    const form = new FormData(event.currentTarget);
    const password = withText('password', form.get('password'));
    if (usesPasskey(event)) passkey.mutate(password.password);
    else onProof({ ...password, ...withText('code', form.get('code')) });
  };
  return (
    <form onSubmit={enter} className="flex flex-col gap-4">
      {withPassword && (
        <TextField
          label={texts.password}
          name="password"
          type="password"
          required
          autoComplete="current-password"
          autoFocus={autoFocus}
        />
      )}
      {offersCode && (
        <CodeField hasTotp={props.hasTotp ?? true} autoFocus={autoFocus && !withPassword} />
      )}
      {passkey.error instanceof PasskeyUnusedError ? (
        <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger">
          {texts.passkeyUnused}
        </p>
      ) : (
        <FormError error={passkey.error ?? error} />
      )}
      {offersCode && (
        <Button type="submit" kind={kind} busy={busy && !passkey.isSuccess}>
          {submitLabel}
        </Button>
      )}
      {offersPasskey && (
        <Button
          icon={KeyRound}
          type="submit"
          name="way"
          value="passkey"
          // A passkey needs no code. The password is still checked.
          formNoValidate={!withPassword}
          kind={offersCode ? 'secondary' : kind}
          busy={passkey.isPending}
        >
          {texts.usePasskey}
        </Button>
      )}
      {children}
    </form>
  );
}

/** The code of an authenticator app, or a recovery code. */
export function CodeField({
  hasTotp,
  autoFocus,
}: {
  hasTotp: boolean;
  autoFocus?: boolean | undefined;
}) {
  return (
    <TextField
      label={texts.code}
      name="code"
      hint={hasTotp ? texts.codeHint : texts.recoveryHint}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      autoFocus={autoFocus}
      className="font-mono"
    />
  );
}

const usesPasskey = (event: FormEvent<HTMLFormElement>) => {
  const { submitter } = event.nativeEvent as SubmitEvent;
  return submitter instanceof HTMLButtonElement && submitter.value === 'passkey';
};

const withText = <const K extends string>(name: K, value: unknown): { [N in K]?: string } =>
  (typeof value === 'string' && value !== '' ? { [name]: value.trim() } : {}) as {
    [N in K]?: string;
  };

/**
 * Returns the fields that a person's factors can fill, in the terms of `second_factor_required`.
 */
export function factorFields(security: SecurityState | undefined): string[] {
  if (!security) return [];
  const { totp, passkeys, recoveryCodesLeft } = security;
  return [
    ...(totp || (passkeys > 0 && recoveryCodesLeft > 0) ? ['code'] : []),
    ...(passkeys > 0 ? ['passkey'] : []),
  ];
}
