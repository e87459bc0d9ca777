import type { IssuedScimToken, ScimToken } from '@ecp/contract/identity/scim';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderSync, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { callOnce } from '../../../base/api/call-once.ts';
import { api } from '../../../base/api/client.ts';
import { fieldError } from '../../../base/api/explain-error.ts';
import { formatDay } from '../../../base/format/format.ts';
import { useSession } from '../../../base/session/session.ts';
import { TimeAgo } from '../../../base/ui/badges.tsx';
import { Button, IconButton } from '../../../base/ui/buttons.tsx';
import { Dialog } from '../../../base/ui/dialogs/dialog.tsx';
import { ConfirmDialog, DialogForm } from '../../../base/ui/dialogs/form-dialogs.tsx';
import { ShownOnce, ShownOnceDialog } from '../../../base/ui/dialogs/shown-once.tsx';
import { TextField } from '../../../base/ui/fields/fields.tsx';
import { readForm } from '../../../base/ui/forms.tsx';
import { CodeBlock, PartHeader, Section } from '../../../base/ui/layout/page.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../base/ui/states.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { directoryTexts as texts } from './texts.ts';

const scimTokensQuery = queryOptions({
  queryKey: ['scim-tokens'],
  queryFn: async ({ signal }) => (await api.listScimTokens({}, { signal })).tokens,
});

const nameOfToken = ({ name }: Pick<ScimToken, 'name'>): string => name || texts.unnamed;

/** The owner's tokens for directories that keep the team (docs/requirements/directories.md). */
export function DirectoryPage() {
  const [creating, setCreating] = useState(false);
  const tokens = useQuery(scimTokensQuery);
  const create = (
    <Button icon={Plus} kind="primary" onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  const isEmpty = tokens.data?.length === 0;
  return (
    <>
      <PartHeader
        title={texts.title}
        description={texts.description}
        actions={!isEmpty && create}
      />
      {tokens.isPending && <SkeletonRows rows={2} className="h-16 w-full" />}
      {tokens.isLoadingError && (
        <ErrorState error={tokens.error} onRetry={() => void tokens.refetch()} />
      )}
      {tokens.data && <Tokens tokens={tokens.data} create={create} />}
      <AddressSection />
      {creating && <CreateTokenDialog onClose={() => setCreating(false)} />}
    </>
  );
}

function Tokens({ tokens, create }: { tokens: readonly ScimToken[]; create: ReactNode }) {
  if (tokens.length === 0) {
    return (
      <EmptyState icon={FolderSync} title={texts.empty.title} action={create}>
        {texts.empty.advice}
      </EmptyState>
    );
  }
  return (
    <ul aria-label={texts.list} className="overflow-hidden rounded-xl border">
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} />
      ))}
    </ul>
  );
}

function TokenRow({ token }: { token: ScimToken }) {
  const [ending, setEnding] = useState(false);
  const { createdAt, lastUsedAt } = token;
  const name = nameOfToken(token);
  return (
    <li className="flex items-center justify-between gap-4 border-b px-4 py-3 last:border-0">
      <div className="min-w-0">
        <h3 className="wrap-anywhere font-medium">{name}</h3>
        <p className="text-muted text-sm">
          {texts.createdOn(formatDay(createdAt))} ·{' '}
          {lastUsedAt === null ? (
            texts.neverUsed
          ) : (
            <>
              {texts.used} <TimeAgo at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <IconButton icon={Trash2} label={texts.remove.action(name)} onClick={() => setEnding(true)} />
      {ending && <EndTokenDialog token={token} onClose={() => setEnding(false)} />}
    </li>
  );
}

function AddressSection() {
  const { baseUrl } = useSession();
  const { address } = texts;
  return (
    <Section title={address.title} description={address.description}>
      <div className="flex flex-col gap-3">
        <CodeBlock label={address.label} code={`${baseUrl}/api/scim/v2`} />
        <ul className="flex list-disc flex-col gap-1 pl-5 text-muted text-sm">
          <li>{address.userName}</li>
          <li>{address.groups}</li>
          <li>{address.off}</li>
        </ul>
      </div>
    </Section>
  );
}

function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: (input: { name: string }) =>
      callOnce(['createScimToken', input], (options) => api.createScimToken(input, options)),
    meta: { showsError: true },
    onSuccess: () => void queryClient.invalidateQueries(scimTokensQuery),
  });
  if (create.isSuccess) return <IssuedTokenDialog issued={create.data} onClose={onClose} />;
  const submit = (event: FormEvent<HTMLFormElement>) =>
    create.mutate({ name: readForm(event, 'name').name.trim() });
  // Stays open until the response arrives, because only that response contains the token.
  const close = () => {
    if (!create.isPending) onClose();
  };
  return (
    <Dialog open onClose={close} title={texts.form.title}>
      <DialogForm
        onSubmit={submit}
        onCancel={close}
        submitLabel={texts.form.submit}
        action={create}
      >
        <TextField
          label={texts.form.name}
          name="name"
          required
          maxLength={200}
          autoComplete="off"
          hint={texts.form.nameHint}
          error={fieldError(create.error, 'name')}
        />
      </DialogForm>
    </Dialog>
  );
}

function IssuedTokenDialog({ issued, onClose }: { issued: IssuedScimToken; onClose: () => void }) {
  const { title, label, copy, warning, done } = texts.issued;
  return (
    <ShownOnceDialog
      title={title}
      description={nameOfToken(issued)}
      doneLabel={done}
      onClose={onClose}
    >
      <ShownOnce label={label} secret={issued.token} copyLabel={copy} warning={warning} />
    </ShownOnceDialog>
  );
}

function EndTokenDialog({ token, onClose }: { token: ScimToken; onClose: () => void }) {
  const queryClient = useQueryClient();
  const name = nameOfToken(token);
  const end = useMutation({
    mutationFn: () => api.deleteScimToken({ tokenId: token.id }),
    meta: { showsError: true },
    onSuccess() {
      onClose();
      showDoneToast(texts.remove.done(name));
    },
    onSettled: () => queryClient.invalidateQueries(scimTokensQuery),
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.remove.title(name)}
      confirmLabel={texts.remove.confirm}
      onConfirm={() => end.mutate()}
      action={end}
    >
      {texts.remove.advice}
    </ConfirmDialog>
  );
}
