import { isApiError } from '@ecp/sdk/create-client';
import { type ComponentProps, useState } from 'react';
import { api } from '../../api/client.ts';
import type { FactorStep } from './factor-step.tsx';
import { useStartSession } from './use-start-session.ts';

type SignInInput = Parameters<typeof api.signIn>[0];

/** A correct password that needs a second factor, with the fields that accept one. */
interface OpenSignIn {
  input: SignInInput;
  fields: readonly string[];
}

/**
 * Returns the mutation that signs in by password and continues at `next`. `factorStep` holds the properties of the
 * second step, which replaces the form when the service asks for a second factor (SFA-5).
 */
export function usePasswordSignIn(next: string | undefined) {
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
