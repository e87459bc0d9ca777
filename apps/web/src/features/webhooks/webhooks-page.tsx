import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import { webhookTexts } from '../../texts/en/settings/webhooks.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { PartHeader } from '../../ui/layout/part-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { CreateWebhookDialog } from './create-webhook-dialog.tsx';
import { webhooksQuery } from './queries.ts';
import { WebhookList } from './webhook-list.tsx';

const texts = webhookTexts;

/** Lists endpoints that receive events (docs/requirements/webhooks.md). */
export function WebhooksPage() {
  const { has } = useSession();
  const [creating, setCreating] = useState(false);
  const webhooks = useQuery(webhooksQuery);
  const create = has('admin') && (
    <Button kind="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden className="size-4" />
      {texts.create}
    </Button>
  );
  const isEmpty = webhooks.data?.length === 0;
  const description = has('admin') ? texts.description : `${texts.description} ${texts.readOnlyRole}`;
  return (
    <>
      <PartHeader title={texts.title} description={description} actions={!isEmpty && create} />
      {webhooks.isPending && <SkeletonRows rows={3} className="h-16 w-full" />}
      {webhooks.isLoadingError && <ErrorState error={webhooks.error} onRetry={() => void webhooks.refetch()} />}
      {isEmpty && (
        <EmptyState icon={Webhook} title={texts.empty.title} action={create}>
          {create ? texts.empty.advice : texts.empty.adviceReader}
        </EmptyState>
      )}
      {webhooks.data && !isEmpty && <WebhookList webhooks={webhooks.data} />}
      {creating && <CreateWebhookDialog onClose={() => setCreating(false)} />}
    </>
  );
}
