import type { FactorProof } from '@ecp/contract/identity/factor-proof';
import { getRouteApi, Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { FactorForm } from '../../domain/second-factor/factor-form.tsx';
import { takeReturnPath } from '../../session/return-path.ts';
import { secondFactorTexts } from '../../texts/en/second-factor.ts';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { AuthHeading } from './auth-heading.tsx';
import { useStartSession } from './use-start-session.ts';

const texts = secondFactorTexts.link;
const route = getRouteApi('/auth/sign-in/link');

/**
 * The page for a mailed link to an account with a second factor. The link stays unused until the factor is given
 * (SFA-6).
 */
export function SignInByLinkPage() {
  const { token, fields = 'code' } = route.useSearch();
  const signIn = useStartSession(
    (input: Parameters<typeof api.signInByLink>[0]) => api.signInByLink(input),
    takeReturnPath,
  );
  const back = (
    <Link to="/sign-in" className={linkStyle}>
      {texts.back}
    </Link>
  );
  if (token === undefined) {
    return (
      <>
        <AuthHeading title={texts.noToken} lead={texts.noTokenAdvice} />
        {back}
      </>
    );
  }
  return (
    <>
      <AuthHeading title={texts.title} lead={texts.lead} />
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
