import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { api } from '../../base/api/client.ts';
import { t, translated } from '../../base/language/translate.ts';
import { Button, linkStyle } from '../../base/ui/buttons.tsx';
import { FormError } from '../../base/ui/fields/fields.tsx';
import { AuthHeading } from './auth-form.tsx';

const texts = translated({
  title: 'Confirm your new address',
  lead: 'The directory of your firm has given you another email address. Confirm it only if it is yours: whoever reads its mail can sign in as you.',
  submit: 'The new address is mine',
  done: 'Your new address is confirmed',
  doneLead:
    'Sign in with it from now on. If you were inside walls, an admin confirms the address, too.',
  signIn: () => t('Sign in'),
  noToken: 'This link is incomplete',
  noTokenAdvice: 'Open it from the email again.',
});

const route = getRouteApi('/auth/confirm-address');

/**
 * Opened by the link in a mail to a former address. Reading it changes nothing, because mail
 * scanners open links too.
 */
export function ConfirmAddressPage() {
  const { token } = route.useSearch();
  const confirm = useMutation({
    mutationFn: (input: { token: string }) => api.confirmAddress(input),
    meta: { showsError: true },
  });
  if (token === undefined) return <AuthHeading title={texts.noToken} lead={texts.noTokenAdvice} />;
  if (confirm.isSuccess) {
    return (
      <>
        <AuthHeading title={texts.done} lead={texts.doneLead} />
        <Link to="/sign-in" className={linkStyle}>
          {texts.signIn()}
        </Link>
      </>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {/* The address contains the token, so linked pages do not get it. */}
      <meta name="referrer" content="no-referrer" />
      <AuthHeading title={texts.title} lead={texts.lead} />
      <FormError error={confirm.error} />
      <Button kind="primary" busy={confirm.isPending} onClick={() => confirm.mutate({ token })}>
        {texts.submit}
      </Button>
    </div>
  );
}
