import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { type ComponentProps, useEffect } from 'react';
import { returnTo } from '../../base/session/guards.ts';
import { isPersonalQuery } from '../../base/session/personal-queries.ts';
import { sessionQuery } from '../../base/session/session.ts';
import { authTexts } from '../../base/texts/auth.ts';
import { commonTexts } from '../../base/texts/common.ts';
import { Button } from '../../base/ui/buttons.tsx';
import { TextField } from '../../base/ui/fields/fields.tsx';

export function AuthHeading({ title, lead }: { title: string; lead?: string | undefined }) {
  useEffect(() => {
    document.title = `${title} · ${commonTexts.product}`;
  }, [title]);
  return (
    <div className="mb-6">
      <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
      {lead && <p className="mt-1 text-muted">{lead}</p>}
    </div>
  );
}

/** Email address of the user's own account, which the browser may fill in. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label={authTexts.email}
      name="email"
      type="email"
      required
      maxLength={254}
      autoComplete="email"
      {...props}
    />
  );
}

/** Says that a mail may arrive. The text is the same whether or not an account exists. */
export function MailedNotice({ text, onBack }: { text: string; onBack: () => void }) {
  return (
    <div role="status">
      <MailCheck aria-hidden className="mb-4 size-8 text-accent-text" />
      <AuthHeading title={authTexts.mailed.title} lead={text} />
      <Button onClick={onBack}>{authTexts.mailed.back}</Button>
    </div>
  );
}

/**
 * Returns a mutation that starts a session and then navigates to `next`, or to what `next` then
 * returns.
 */
export function useStartSession<Input>(
  begin: (input: Input) => Promise<unknown>,
  next?: string | (() => string | undefined),
) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: begin,
    meta: { showsError: true },
    async onSuccess() {
      // Removes what an earlier user has read, so that this user does not see it.
      queryClient.removeQueries({ predicate: isPersonalQuery });
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
      await router.navigate({
        ...returnTo(typeof next === 'function' ? next() : next),
        replace: true,
      });
    },
  });
}
