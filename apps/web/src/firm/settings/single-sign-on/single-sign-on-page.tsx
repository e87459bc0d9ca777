import type { SsoConnection } from '@ecp/contract/identity/sso';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { joinWords } from '../../../base/format/words.ts';
import { useSession } from '../../../base/session/session.ts';
import { Button, linkStyle } from '../../../base/ui/buttons.tsx';
import { ConfirmDialog } from '../../../base/ui/dialogs/form-dialogs.tsx';
import { CheckboxField, FormError } from '../../../base/ui/fields/fields.tsx';
import { CodeBlock, PartHeader, Section } from '../../../base/ui/layout/page.tsx';
import { EmptyState, ErrorState, SkeletonRows, Warning } from '../../../base/ui/states.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { DomainsSection } from './domains-section.tsx';
import { ProviderDialog, ProviderSection } from './provider-section.tsx';
import { ssoQuery, useSaveSso } from './queries.ts';
import { RolesSection } from './roles-section.tsx';
import { ssoTexts } from './texts.ts';

/** The owner's settings of single sign-on (docs/requirements/single-sign-on.md). */
export function SingleSignOnPage() {
  const sso = useQuery(ssoQuery);
  return (
    <>
      <PartHeader title={ssoTexts.title} description={ssoTexts.description} />
      {sso.isPending && <SkeletonRows rows={3} className="h-32 w-full" />}
      {sso.isLoadingError && <ErrorState error={sso.error} onRetry={() => void sso.refetch()} />}
      {sso.data === null && <NoConnection />}
      {sso.data && <Connection connection={sso.data} />}
    </>
  );
}

function NoConnection() {
  const [connecting, setConnecting] = useState(false);
  const connect = (
    <Button kind="primary" onClick={() => setConnecting(true)}>
      {ssoTexts.setUp}
    </Button>
  );
  return (
    <>
      <EmptyState icon={KeyRound} title={ssoTexts.empty.title} action={connect}>
        {ssoTexts.empty.advice}
      </EmptyState>
      <AddressesSection connection={null} />
      {connecting && <ProviderDialog connection={null} onClose={() => setConnecting(false)} />}
    </>
  );
}

function Connection({ connection }: { connection: SsoConnection }) {
  const proved = connection.domains
    .filter(({ verifiedAt }) => verifiedAt !== null)
    .map(({ domain }) => domain);
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      {proved.length === 0 ? (
        <Warning>{ssoTexts.state.unproved}</Warning>
      ) : (
        <p className="wrap-anywhere rounded-lg bg-good-soft px-3 py-2 text-good text-sm">
          {ssoTexts.state.proved(joinWords(proved))}
        </p>
      )}
      <ProviderSection connection={connection} />
      <AddressesSection connection={connection} />
      <DomainsSection connection={connection} />
      <RolesSection key={connection.id} connection={connection} />
      <EnforcedSection connection={connection} hasProof={proved.length > 0} />
    </div>
  );
}

const addressTexts = ssoTexts.addresses;

/**
 * The addresses of this app that the provider needs; without a connection, the one that needs no
 * id.
 */
function AddressesSection({ connection }: { connection: SsoConnection | null }) {
  const { baseUrl } = useSession();
  const saml = `${baseUrl}/api/auth/saml/${connection?.id}`;
  return (
    <Section title={addressTexts.title} description={addressTexts.description}>
      <div className="flex flex-col gap-3">
        {connection?.kind === 'saml' ? (
          <>
            <CodeBlock label={addressTexts.entity} code={`${saml}/metadata`} />
            <CodeBlock label={addressTexts.acs} code={`${saml}/acs`} />
            <p className="text-muted text-sm">{addressTexts.saml}</p>
          </>
        ) : (
          <>
            <CodeBlock label={addressTexts.redirect} code={`${baseUrl}/api/auth/sso/callback`} />
            <p className="text-muted text-sm">{addressTexts.scopes}</p>
            {connection === null && (
              <p className="text-muted text-sm">{addressTexts.afterSaving}</p>
            )}
          </>
        )}
      </div>
    </Section>
  );
}

const enforcedTexts = ssoTexts.enforced;

function EnforcedSection({
  connection,
  hasProof,
}: {
  connection: SsoConnection;
  hasProof: boolean;
}) {
  const { security } = useSession();
  const [asking, setAsking] = useState(false);
  const save = useSaveSso(connection);
  const { enforced } = connection;
  const hasFactor = security === undefined || security.totp || security.passkeys > 0;
  const change = (next: boolean) =>
    save.mutate(
      { enforced: next },
      {
        onSuccess() {
          setAsking(false);
          showDoneToast(next ? enforcedTexts.on : enforcedTexts.off);
        },
      },
    );
  const warning = !hasFactor && (
    <Warning>
      {enforcedTexts.noFactor}{' '}
      <Link to="/settings/security" className={linkStyle}>
        {enforcedTexts.toFactor}
      </Link>
    </Warning>
  );
  return (
    <Section title={enforcedTexts.title}>
      <div className="flex flex-col gap-3">
        <CheckboxField
          label={enforcedTexts.label}
          hint={hasProof ? enforcedTexts.hint : enforcedTexts.unproved}
          checked={enforced}
          disabled={save.isPending || !(enforced || hasProof)}
          onChange={() => (enforced ? change(false) : setAsking(true))}
        />
        {enforced && warning}
        {!asking && <FormError error={save.error} />}
      </div>
      {asking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          title={enforcedTexts.confirmTitle}
          confirmLabel={enforcedTexts.confirm}
          kind="primary"
          onConfirm={() => change(true)}
          action={save}
        >
          <div className="flex flex-col gap-3">
            <p>{enforcedTexts.hint}</p>
            <p>{enforcedTexts.exception}</p>
            <p>{enforcedTexts.tryFirst}</p>
            {warning}
          </div>
        </ConfirmDialog>
      )}
    </Section>
  );
}
