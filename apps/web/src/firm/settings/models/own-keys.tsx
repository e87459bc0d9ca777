import type { ModelKey, ModelKeyList } from '@ecp/contract/identity/model-keys';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../base/api/client.ts';
import { modelsQuery } from '../../../base/api/firm-queries.ts';
import { formatAgo, formatDay, formatMoment } from '../../../base/format/format.ts';
import { Badge } from '../../../base/ui/badges.tsx';
import { Button, IconButton } from '../../../base/ui/buttons.tsx';
import { ConfirmDialog } from '../../../base/ui/dialogs/form-dialogs.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../base/ui/dialogs/menu.tsx';
import { Section } from '../../../base/ui/layout/page.tsx';
import { ErrorState, SkeletonRows, Warning } from '../../../base/ui/states.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { modelKeysQuery, SetKeyDialog } from './set-key-dialog.tsx';
import { modelsTexts } from './texts.ts';

/** The workspace's own keys of model providers. Nothing where the installation takes none. */
export function OwnKeys() {
  const { data, error, refetch } = useQuery(modelKeysQuery);
  const [setting, setSetting] = useState(false);
  const { title, description, add } = modelsTexts.own;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data?.mode === 'off' && data.keys.length === 0) return null;
  const actions = data && data.mode !== 'off' && (
    <Button icon={Plus} onClick={() => setSetting(true)}>
      {add}
    </Button>
  );
  return (
    <>
      <Section title={title} description={description} actions={actions}>
        {data ? <KeyList {...data} /> : <SkeletonRows rows={1} className="h-12 w-full" />}
      </Section>
      {setting && <SetKeyDialog onClose={() => setSetting(false)} />}
    </>
  );
}

function KeyList({ mode, keys }: ModelKeyList) {
  const { list, none, required, off } = modelsTexts.own;
  return (
    <div className="flex flex-col gap-3">
      {mode === 'off' && <Warning>{off}</Warning>}
      {mode === 'required' && keys.length === 0 && <Warning>{required}</Warning>}
      {mode === 'optional' && keys.length === 0 && <p className="max-w-2xl text-muted">{none}</p>}
      {keys.length > 0 && (
        <ul aria-label={list} className="flex flex-col gap-4">
          {keys.map((key) => (
            <li key={key.provider} className="flex items-start justify-between gap-4">
              <KeyFacts own={key} />
              <KeyActions own={key} mayReplace={mode !== 'off'} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function KeyFacts({ own }: { own: ModelKey }) {
  const { provider, last4, baseUrl, models, createdAt, createdBy, lastUsedAt, refusedAt } = own;
  const { endsIn, allModels, setBy, used, neverUsed, refused, refusedAdvice } = modelsTexts.own;
  return (
    <div className="min-w-0 flex-1">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="font-medium">{modelsTexts.connected.providers[provider]}</h3>
        <span className="text-muted text-sm">{endsIn(last4)}</span>
        {refusedAt !== null && (
          <Badge tone="danger" dot>
            {refused}
          </Badge>
        )}
      </div>
      <p className="wrap-anywhere mt-0.5 text-muted text-sm">
        {models === null ? allModels : models.join(', ')}
        {baseUrl !== null && <> · {new URL(baseUrl).host}</>}
      </p>
      <p className="wrap-anywhere mt-0.5 text-muted text-sm">
        {setBy(createdBy.name, formatDay(createdAt))} ·{' '}
        <span title={lastUsedAt === null ? undefined : formatMoment(lastUsedAt)}>
          {lastUsedAt === null ? neverUsed : used(formatAgo(lastUsedAt))}
        </span>
      </p>
      {refusedAt !== null && (
        <p className="mt-0.5 text-danger text-sm">{refusedAdvice(formatAgo(refusedAt))}</p>
      )}
    </div>
  );
}

function KeyActions({ own, mayReplace }: { own: ModelKey; mayReplace: boolean }) {
  const [asking, setAsking] = useState<'replace' | 'remove' | null>(null);
  const { actions, replace, remove } = modelsTexts.own;
  const name = modelsTexts.connected.providers[own.provider];
  const close = () => setAsking(null);
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={actions(name)} />}>
        {mayReplace && (
          <MenuItem icon={Pencil} label={replace} onSelect={() => setAsking('replace')} />
        )}
        {mayReplace && <MenuSeparator />}
        <MenuItem icon={Trash2} label={remove.item} danger onSelect={() => setAsking('remove')} />
      </Menu>
      {asking === 'replace' && <SetKeyDialog own={own} onClose={close} />}
      {asking === 'remove' && <RemoveKeyDialog own={own} onClose={close} />}
    </>
  );
}

function RemoveKeyDialog({ own, onClose }: { own: ModelKey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const texts = modelsTexts.own.remove;
  const remove = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.deleteModelKey({ provider: own.provider }),
    async onSuccess() {
      onClose();
      showDoneToast(texts.done);
      await Promise.all([
        queryClient.invalidateQueries(modelKeysQuery),
        queryClient.invalidateQueries(modelsQuery),
      ]);
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.title(modelsTexts.connected.providers[own.provider])}
      confirmLabel={texts.confirm}
      onConfirm={() => remove.mutate()}
      action={remove}
    >
      {texts.advice}
    </ConfirmDialog>
  );
}
