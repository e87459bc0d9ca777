import type { Policies } from '@ecp/contract/identity/policies';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { policiesQuery } from '../../domain/policies/queries.ts';
import { useChosen } from '../../forms/use-chosen.ts';
import { sessionQuery, useSession } from '../../session/session.ts';
import { securityTexts } from '../../texts/en/settings/security.ts';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';

const texts = securityTexts.policies;

/** Shows and changes the workspace's policies. A change is saved at once (SFA-11). */
export function PoliciesSection() {
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
      showDoneToast(texts.saved);
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
    <Section title={texts.title} description={texts.description}>
      <div className="flex flex-col gap-4">
        <CheckboxField
          label={texts.requireSecondFactor}
          hint={hasNone ? `${texts.requireSecondFactorHint} ${texts.ownMissing}` : texts.requireSecondFactorHint}
          checked={shown.requireSecondFactor ?? false}
          disabled={isBusy}
          onChange={({ currentTarget }) => change({ requireSecondFactor: currentTarget.checked })}
        />
        <CheckboxField
          label={texts.requireStepUp}
          hint={texts.requireStepUpHint}
          checked={shown.requireStepUp ?? false}
          disabled={isBusy}
          onChange={({ currentTarget }) => change({ requireStepUp: currentTarget.checked })}
        />
        <CheckboxField
          label={texts.requireVerifiedCitations}
          hint={texts.requireVerifiedCitationsHint}
          checked={shown.requireVerifiedCitations ?? false}
          disabled={isBusy}
          onChange={({ currentTarget }) => change({ requireVerifiedCitations: currentTarget.checked })}
        />
        <FormError error={policies.error ?? update.error} />
      </div>
    </Section>
  );
}
