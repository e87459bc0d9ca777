import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Target } from 'lucide-react';
import { api } from '../../base/api/client.ts';
import { useSession } from '../../base/session/session.ts';
import { engagementTexts } from '../../base/texts/engagements.ts';
import { sampleTexts } from '../../base/texts/new-engagement.ts';
import { Button, buttonStyle } from '../../base/ui/buttons.tsx';
import { FormError } from '../../base/ui/fields/fields.tsx';
import { EmptyState } from '../../base/ui/states.tsx';

export function NoEngagements() {
  const { has } = useSession();
  const sample = useOpenSample();
  const { title, advice } = engagementTexts.empty;
  const actions = has('member') && (
    <div className="flex flex-wrap justify-center gap-2">
      <Button busy={sample.isPending} onClick={() => sample.mutate()}>
        {sample.isPending ? sampleTexts.opening : sampleTexts.open}
      </Button>
      <Link to="/engagements/new" className={buttonStyle('primary')}>
        {engagementTexts.create}
      </Link>
    </div>
  );
  return (
    <EmptyState icon={Target} title={title} action={actions}>
      {advice}
      <FormError error={sample.error} />
    </EmptyState>
  );
}

/** Opens the workspace's finished sample, which the first call makes. */
export function useOpenSample() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    meta: { showsError: true },
    mutationFn: () => api.openSample(),
    async onSuccess({ id }) {
      void queryClient.invalidateQueries({ queryKey: ['engagements'] });
      await navigate({ to: '/engagements/$engagementId', params: { engagementId: id } });
    },
  });
}
