import { ShieldAlert } from 'lucide-react';
import { useSession } from '../../session/session.ts';
import { securityTexts } from '../../texts/en/settings/security.ts';
import { ChangePasswordSection } from './change-password-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PoliciesSection } from './policies-section.tsx';
import { RecoveryCodesSection } from './recovery-codes-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TotpSection } from './totp-section.tsx';

/** The person's ways to sign in, and for admins the workspace's policies (docs/requirements/second-factor.md). */
export function SecurityPage() {
  const { has, security } = useSession();
  const isMissing = security?.secondFactorMissing ?? false;
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      {isMissing && <RequiredNotice />}
      <TotpSection />
      <PasskeysSection />
      <RecoveryCodesSection />
      <ChangePasswordSection />
      <SessionsSection />
      {has('admin') && !isMissing && <PoliciesSection />}
    </div>
  );
}

function RequiredNotice() {
  const { title, advice } = securityTexts.required;
  return (
    <div role="status" className="flex items-start gap-2.5 rounded-xl bg-warn-soft px-4 py-3 text-warn">
      <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p>
        <span className="font-medium">{title}.</span> {advice}
      </p>
    </div>
  );
}
