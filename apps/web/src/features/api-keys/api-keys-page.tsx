import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Plus } from 'lucide-react';
import { useState } from 'react';
import { apiKeysQuery } from '../../domain/api-keys/queries.ts';
import { useSession } from '../../session/session.ts';
import { apiKeyTexts } from '../../texts/en/settings/api-keys.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { PartHeader } from '../../ui/layout/part-header.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyList } from './key-list.tsx';
import { NoKeys } from './no-keys.tsx';

/** Lists, creates, rotates and revokes API keys (docs/requirements/api-keys.md). */
export function ApiKeysPage() {
  const { has } = useSession();
  const [creating, setCreating] = useState(false);
  const keys = useQuery(apiKeysQuery);
  const create = has('admin') && (
    <Button kind="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden className="size-4" />
      {apiKeyTexts.create}
    </Button>
  );
  const actions = (
    <>
      <a href="/api/docs" target="_blank" rel="noreferrer" className={buttonStyle()}>
        {apiKeyTexts.docs}
        <ExternalLink aria-hidden className="size-3.5" />
      </a>
      {keys.data?.length !== 0 && create}
    </>
  );
  const description = has('admin') ? (
    apiKeyTexts.description
  ) : (
    <>
      {apiKeyTexts.description} {apiKeyTexts.readOnlyRole}
    </>
  );
  return (
    <>
      <PartHeader title={apiKeyTexts.title} description={description} actions={actions} />
      {keys.isPending && <SkeletonRows rows={4} className="h-14 w-full" />}
      {keys.isLoadingError && <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.data && (keys.data.length === 0 ? <NoKeys action={create} /> : <KeyList keys={keys.data} />)}
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} />}
    </>
  );
}
