import type { Assistant } from '@ecp/contract/identity/assistants';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bot, Unplug } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../base/api/client.ts';
import { formatAgo, formatMoment } from '../../../base/format/format.ts';
import { useSession } from '../../../base/session/session.ts';
import { Badge } from '../../../base/ui/badges.tsx';
import { Button, linkStyle } from '../../../base/ui/buttons.tsx';
import { ConfirmDialog } from '../../../base/ui/dialogs/form-dialogs.tsx';
import { CodeBlock, PartHeader } from '../../../base/ui/layout/page.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../base/ui/states.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { assistantsQuery } from './queries.ts';
import { assistantTexts as texts } from './texts.ts';

/** The assistants that act for people here, and how to connect one. */
export function AssistantsPage() {
  const assistants = useQuery(assistantsQuery);
  return (
    <>
      <PartHeader title={texts.title} description={texts.description} />
      {assistants.isPending && <SkeletonRows rows={6} className="h-16 w-full" />}
      {assistants.isLoadingError && (
        <ErrorState error={assistants.error} onRetry={() => void assistants.refetch()} />
      )}
      {assistants.data && (
        <>
          <CodeBlock label={texts.address} code={assistants.data.url} />
          <section aria-label={texts.list} className="flex flex-col gap-3">
            <h3 className="font-semibold">{texts.list}</h3>
            <AssistantList assistants={assistants.data.assistants} />
          </section>
          <HowToConnect url={assistants.data.url} />
        </>
      )}
    </>
  );
}

function AssistantList({ assistants }: { assistants: readonly Assistant[] }) {
  if (assistants.length === 0) {
    return (
      <EmptyState icon={Bot} title={texts.empty.title}>
        {texts.empty.advice}
      </EmptyState>
    );
  }
  return (
    <ul className="overflow-hidden rounded-xl border">
      {assistants.map((assistant) => (
        <AssistantRow key={assistant.id} assistant={assistant} />
      ))}
    </ul>
  );
}

function AssistantRow({ assistant }: { assistant: Assistant }) {
  const { user } = useSession();
  const [asking, setAsking] = useState(false);
  const { name, clientId, scope, person, createdAt, lastUsedAt } = assistant;
  const isOwn = person.id === user.id;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 border-b px-4 py-3 last:border-0">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h4 className="wrap-anywhere min-w-0 font-medium">{name}</h4>
          <Badge tone={scope === 'read_write' ? 'accent' : 'neutral'}>{texts.access[scope]}</Badge>
        </div>
        <p className="wrap-anywhere mt-0.5 text-muted text-sm">
          {new URL(clientId).host}
          {!isOwn && <> · {texts.ofPerson(person.name ?? person.email)}</>}
        </p>
        <p className="mt-0.5 text-muted text-sm">
          <span title={formatMoment(createdAt)}>{texts.connected(formatAgo(createdAt))}</span>
          {' · '}
          {lastUsedAt === null ? (
            texts.neverUsed
          ) : (
            <span title={formatMoment(lastUsedAt)}>{texts.used(formatAgo(lastUsedAt))}</span>
          )}
        </p>
      </div>
      <Button
        icon={Unplug}
        size="small"
        aria-label={texts.disconnect.label(name)}
        onClick={() => setAsking(true)}
      >
        {texts.disconnect.button}
      </Button>
      {asking && <DisconnectDialog assistant={assistant} onClose={() => setAsking(false)} />}
    </li>
  );
}

function DisconnectDialog({ assistant, onClose }: { assistant: Assistant; onClose: () => void }) {
  const queryClient = useQueryClient();
  const disconnect = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.disconnectAssistant({ assistantId: assistant.id }),
    onSuccess() {
      onClose();
      showDoneToast(texts.disconnect.done(assistant.name));
    },
    onSettled: () => queryClient.invalidateQueries(assistantsQuery),
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.disconnect.title(assistant.name)}
      confirmLabel={texts.disconnect.button}
      onConfirm={() => disconnect.mutate()}
      action={disconnect}
    >
      {texts.disconnect.advice}
    </ConfirmDialog>
  );
}

/** The name under which the commands below add the server. */
const serverName = 'engagements';

function HowToConnect({ url }: { url: string }) {
  const { how } = texts;
  return (
    <section aria-label={how.title} className="flex flex-col gap-3">
      <h3 className="font-semibold">{how.title}</h3>
      <p className="max-w-2xl text-muted">
        {how.lead} {texts.can} {texts.cannot}
      </p>
      <p className="max-w-2xl">{how.claude}</p>
      <CodeBlock label={how.code} code={`claude mcp add --transport http ${serverName} ${url}`} />
      <CodeBlock
        label={how.editor}
        code={`code --add-mcp '${JSON.stringify({ name: serverName, type: 'http', url })}'`}
      />
      <p className="max-w-2xl text-muted">
        {how.programs}{' '}
        <Link to="/settings/api-keys" search={{}} className={linkStyle}>
          {how.toKeys}
        </Link>
      </p>
    </section>
  );
}
