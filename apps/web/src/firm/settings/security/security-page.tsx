import type { Policies } from '@ecp/contract/identity/policies';
import { isApiError } from '@ecp/sdk/create-client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { useRef } from 'react';
import { api } from '../../../base/api/client.ts';
import { fieldError } from '../../../base/api/explain-error.ts';
import { policiesQuery } from '../../../base/api/firm-queries.ts';
import { sentence, sentences } from '../../../base/format/words.ts';
import { sessionQuery, useSession } from '../../../base/session/session.ts';
import { authTexts, sessionTexts } from '../../../base/texts/auth.ts';
import { Button, linkStyle } from '../../../base/ui/buttons.tsx';
import { CheckboxField, FormError, TextField } from '../../../base/ui/fields/fields.tsx';
import { SelectField } from '../../../base/ui/fields/select.tsx';
import { readForm, useChosen } from '../../../base/ui/forms.tsx';
import { Section } from '../../../base/ui/layout/page.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { PasskeysSection, RecoveryCodesSection, TotpSection } from './second-factors.tsx';
import { SessionsSection } from './sessions.tsx';
import { securityTexts } from './texts.ts';

/**
 * The person's ways to sign in, and for admins the workspace's policies
 * (docs/requirements/second-factor.md).
 */
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
    <div
      role="status"
      className="flex items-start gap-2.5 rounded-xl bg-warn-soft px-4 py-3 text-warn"
    >
      <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p>
        <span className="font-medium">{sentence(title)}</span> {advice}
      </p>
    </div>
  );
}

const { password: passwordTexts } = sessionTexts;

function ChangePasswordSection() {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const change = useMutation({
    mutationFn: (input: { current: string; next: string }) => api.changePassword(input),
    meta: { showsError: true },
    async onSuccess() {
      form.current?.reset();
      showDoneToast(passwordTexts.done);
      await queryClient.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const isWrong = isApiError(change.error, 'invalid_credentials');
  return (
    <Section title={passwordTexts.title} description={passwordTexts.description}>
      <form
        ref={form}
        className="flex max-w-sm flex-col gap-4"
        onSubmit={(event) => change.mutate(readForm(event, 'current', 'next'))}
      >
        {/* Password managers need the name of the account. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={user.email}
          readOnly
          hidden
        />
        <TextField
          label={passwordTexts.current}
          name="current"
          type="password"
          required
          autoComplete="current-password"
          error={isWrong ? passwordTexts.wrong : undefined}
        />
        <TextField
          label={passwordTexts.next}
          name="next"
          type="password"
          required
          minLength={8}
          maxLength={128}
          autoComplete="new-password"
          hint={authTexts.passwordHint}
          error={fieldError(change.error, 'next')}
        />
        {!isWrong && <FormError error={change.error} />}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" busy={change.isPending}>
            {passwordTexts.submit}
          </Button>
          <Link to="/forgot-password" className={linkStyle}>
            {passwordTexts.forgotten}
          </Link>
        </div>
      </form>
    </Section>
  );
}

const policyTexts = securityTexts.policies;

function PoliciesSection() {
  const queryClient = useQueryClient();
  const { security } = useSession();
  const policies = useQuery(policiesQuery);
  const { shown, choose, forget } = useChosen<Partial<Policies>>(policies.data ?? {});
  const update = useMutation({
    mutationFn: (changes: Partial<Policies>) => api.updatePolicies(changes),
    meta: { showsError: true },
    onSuccess(saved) {
      queryClient.setQueryData(policiesQuery.queryKey, saved);
      void queryClient.invalidateQueries(sessionQuery);
      showDoneToast(policyTexts.saved);
    },
    onSettled: forget,
  });
  const change = (changes: Partial<Policies>) => {
    choose(changes);
    update.mutate(changes);
  };
  const hasNone = security !== undefined && !security.totp && security.passkeys === 0;
  const isBusy = !policies.data || update.isPending;
  return (
    <Section title={policyTexts.title} description={policyTexts.description}>
      <div className="flex flex-col gap-4">
        <CheckboxField
          label={policyTexts.requireSecondFactor}
          hint={
            hasNone
              ? sentences([policyTexts.requireSecondFactorHint, policyTexts.ownMissing])
              : policyTexts.requireSecondFactorHint
          }
          checked={shown.requireSecondFactor ?? false}
          disabled={isBusy}
          onChange={({ currentTarget }) => change({ requireSecondFactor: currentTarget.checked })}
        />
        <CheckboxField
          label={policyTexts.requireStepUp}
          hint={policyTexts.requireStepUpHint}
          checked={shown.requireStepUp ?? false}
          disabled={isBusy}
          onChange={({ currentTarget }) => change({ requireStepUp: currentTarget.checked })}
        />
        <CheckboxField
          label={policyTexts.requireVerifiedCitations}
          hint={policyTexts.requireVerifiedCitationsHint}
          checked={shown.requireVerifiedCitations ?? false}
          disabled={isBusy}
          onChange={({ currentTarget }) =>
            change({ requireVerifiedCitations: currentTarget.checked })
          }
        />
        <CheckboxField
          label={policyTexts.requireAttestation}
          hint={policyTexts.requireAttestationHint}
          checked={shown.requireAttestation ?? false}
          disabled={isBusy}
          onChange={({ currentTarget }) => change({ requireAttestation: currentTarget.checked })}
        />
        <SignOffFields shown={shown} disabled={isBusy} onChange={change} />
        <FormError error={policies.error ?? update.error} />
      </div>
    </Section>
  );
}

interface SignOffFieldsProps {
  shown: Partial<Policies>;
  disabled: boolean;
  onChange: (changes: Partial<Policies>) => void;
}

const numbers = [1, 2, 3] as const;
const releaseRoles = ['member', 'admin', 'owner'] as const satisfies Policies['releaseRole'][];

/** The policies of approval and release (docs/requirements/sign-off.md). */
function SignOffFields({ shown, disabled, onChange }: SignOffFieldsProps) {
  return (
    <>
      <SelectField
        label={policyTexts.approvalsNeeded}
        hint={policyTexts.approvalsNeededHint}
        value={String(shown.approvalsNeeded ?? 1)}
        options={numbers.map((number) => ({
          value: String(number),
          label: policyTexts.approvals(number),
        }))}
        disabled={disabled}
        onChange={(value) => onChange({ approvalsNeeded: Number(value) })}
      />
      <CheckboxField
        label={policyTexts.authorMayApprove}
        hint={policyTexts.authorMayApproveHint}
        checked={shown.authorMayApprove ?? false}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange({ authorMayApprove: currentTarget.checked })}
      />
      <SelectField
        label={policyTexts.releaseRole}
        hint={policyTexts.releaseRoleHint}
        value={shown.releaseRole ?? 'member'}
        options={releaseRoles.map((role) => ({
          value: role,
          label: policyTexts.releaseRoles[role],
        }))}
        disabled={disabled}
        onChange={(releaseRole) => onChange({ releaseRole })}
      />
    </>
  );
}
