import { AlertDialog } from '@base-ui/react/alert-dialog';
import { isApiError } from '@ecp/sdk/create-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../base/api/client.ts';
import { resumeSession, useSession } from '../../base/session/session.ts';
import { authTexts } from '../../base/texts/auth.ts';
import { signInAgainTexts as texts } from '../../base/texts/overlays.ts';
import { Button, buttonStyle, linkStyle } from '../../base/ui/buttons.tsx';
import { FormError, TextField } from '../../base/ui/fields/fields.tsx';
import { readForm } from '../../base/ui/forms.tsx';
import { CodeField, factorFields } from '../../firm/second-factor/factor-form.tsx';

/** Asks for sign-in over a page whose session has ended. The page then continues with all input. */
export function SignInAgain() {
  const { user, security } = useSession();
  const signIn = useSignIn();
  const isMissing = isApiError(signIn.error, 'second_factor_required');
  const asksForCode = isMissing || factorFields(security).includes('code');
  const mailLink = useMutation({
    mutationFn: () => api.requestMagicLink({ email: user.email }),
    meta: { showsError: true },
  });
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-[60] bg-black/50" />
        <AlertDialog.Popup className="fixed top-1/2 left-1/2 z-[60] max-h-[90dvh] w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-xl border bg-surface p-5 outline-none">
          <AlertDialog.Title className="font-semibold text-lg">{texts.title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1 text-muted [overflow-wrap:anywhere]">
            {texts.lead} {texts.as(user.email)}
          </AlertDialog.Description>
          <form
            onSubmit={(event) => signIn.mutate(readForm(event, 'password', 'code'))}
            className="mt-4 flex flex-col gap-4"
          >
            <input type="hidden" name="email" autoComplete="username" value={user.email} />
            <TextField
              label={authTexts.password}
              name="password"
              type="password"
              required
              autoComplete="current-password"
            />
            {asksForCode && <CodeField hasTotp={security?.totp ?? false} />}
            <FormError error={isMissing ? null : (signIn.error ?? mailLink.error)} />
            {mailLink.isSuccess && <p role="status">{texts.mailed(user.email)}</p>}
            <Button type="submit" kind="primary" busy={signIn.isPending}>
              {texts.submit}
            </Button>
            {!mailLink.isSuccess && (
              <Button busy={mailLink.isPending} onClick={() => mailLink.mutate()}>
                {texts.magic}
              </Button>
            )}
            <div className="flex flex-col gap-1.5">
              <a href="/sign-in" target="_blank" rel="noreferrer" className={buttonStyle()}>
                {texts.elsewhere}
              </a>
              <p className="text-muted text-sm">{texts.elsewhereHint}</p>
            </div>
            <p className="text-muted text-sm">
              <a href="/sign-in" className={linkStyle}>
                {texts.other}
              </a>
              . {texts.otherHint}
            </p>
          </form>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function useSignIn() {
  const queryClient = useQueryClient();
  const { user, tenant } = useSession();
  return useMutation({
    async mutationFn({ password, code }: { password: string; code: string }) {
      const entered = await api.signIn({
        email: user.email,
        password,
        ...(code === '' ? {} : { code }),
      });
      // Signing in opens the workspace used last, which may be another one.
      if (entered.tenant.id !== tenant.id) await api.switchTenant({ tenantId: tenant.id });
    },
    meta: { showsError: true },
    onSuccess: () => resumeSession(queryClient),
  });
}
