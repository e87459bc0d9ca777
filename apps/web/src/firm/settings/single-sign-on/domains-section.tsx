import type { SsoConnection, SsoDomain } from '@ecp/contract/identity/sso';
import { isApiError } from '@ecp/sdk/create-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '../../../base/api/client.ts';
import { formatDay } from '../../../base/format/format.ts';
import { Badge } from '../../../base/ui/badges.tsx';
import { Button, IconButton } from '../../../base/ui/buttons.tsx';
import { ConfirmDialog } from '../../../base/ui/dialogs/form-dialogs.tsx';
import { FormError, TextField } from '../../../base/ui/fields/fields.tsx';
import { focusFirstProblem, readForm } from '../../../base/ui/forms.tsx';
import { CodeBlock, Section } from '../../../base/ui/layout/page.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { ssoQuery, useSaveSso } from './queries.ts';
import { ssoTexts } from './texts.ts';

const texts = ssoTexts.domains;

/** The domains of a connection, with the records that prove them. */
export function DomainsSection({ connection }: { connection: SsoConnection }) {
  const { domains } = connection;
  return (
    <Section title={texts.title} description={texts.description}>
      <div className="flex flex-col gap-4">
        {domains.length === 0 ? (
          <p className="text-muted">{texts.none}</p>
        ) : (
          <ul aria-label={texts.list} className="flex flex-col divide-y">
            {domains.map((domain) => (
              <DomainRow key={domain.domain} connection={connection} domain={domain} />
            ))}
          </ul>
        )}
        <AddDomain connection={connection} />
      </div>
    </Section>
  );
}

function DomainRow({
  connection,
  domain: { domain, token, verifiedAt },
}: {
  connection: SsoConnection;
  domain: SsoDomain;
}) {
  const queryClient = useQueryClient();
  const [removing, setRemoving] = useState(false);
  const check = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.verifySsoDomain({ domain }),
    async onSuccess({ verified }) {
      if (verified) showDoneToast(texts.found(domain));
      await queryClient.invalidateQueries(ssoQuery);
    },
  });
  const isProved = verifiedAt !== null;
  const [wasProved, setWasProved] = useState(false);
  const look = () => {
    setWasProved(isProved);
    check.mutate();
  };
  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="wrap-anywhere min-w-0 font-medium">{domain}</h3>
          <Badge tone={isProved ? 'good' : 'warn'} dot>
            {isProved ? texts.proved(formatDay(verifiedAt)) : texts.unproved}
          </Badge>
        </div>
        <div className="flex items-center gap-2">
          <Button
            size="small"
            busy={check.isPending}
            aria-label={texts.checkLabel(domain)}
            onClick={look}
          >
            {texts.check}
          </Button>
          <IconButton
            icon={Trash2}
            label={texts.remove(domain)}
            onClick={() => setRemoving(true)}
          />
        </div>
      </div>
      {!isProved && (
        <CodeBlock
          label={texts.record(domain)}
          code={`ecp-verification=${token}`}
          copyLabel={texts.copyRecord}
        />
      )}
      {check.data?.verified === false && (
        <p role="status" className="rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
          {wasProved ? texts.lost : texts.missing}
        </p>
      )}
      <FormError error={check.error} />
      {removing && (
        <RemoveDomainDialog
          connection={connection}
          domain={domain}
          isProved={isProved}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  );
}

interface RemoveDomainDialogProps {
  connection: SsoConnection;
  domain: string;
  isProved: boolean;
  onClose: () => void;
}

function RemoveDomainDialog({ connection, domain, isProved, onClose }: RemoveDomainDialogProps) {
  const save = useSaveSso(connection);
  const remove = () =>
    save.mutate(
      { domains: connection.domains.map((one) => one.domain).filter((one) => one !== domain) },
      {
        onSuccess() {
          onClose();
          showDoneToast(texts.removed(domain));
        },
      },
    );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.removeTitle(domain)}
      confirmLabel={texts.removeConfirm}
      onConfirm={remove}
      action={save}
    >
      {isProved ? texts.removeAdvice : texts.removeUnproved}
    </ConfirmDialog>
  );
}

function AddDomain({ connection }: { connection: SsoConnection }) {
  const save = useSaveSso(connection);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const { domain } = readForm(event, 'domain');
    const domains = [...connection.domains.map((one) => one.domain), domain.trim()];
    save.mutate(
      { domains },
      { onSuccess: () => form.reset(), onError: () => focusFirstProblem({ current: form }) },
    );
  };
  const isRefused = isApiError(save.error, 'invalid_request');
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <div className="flex max-w-lg flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-48">
          <TextField
            label={texts.domain}
            name="domain"
            required
            maxLength={253}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={texts.placeholder}
            error={isRefused ? texts.invalid : undefined}
          />
        </div>
        {/* Beside the field it stands as low as the field, which has a label above. */}
        <div className="sm:pt-6.5">
          <Button type="submit" icon={Plus} busy={save.isPending}>
            {texts.add}
          </Button>
        </div>
      </div>
      {!isRefused && <FormError error={save.error} />}
    </form>
  );
}
