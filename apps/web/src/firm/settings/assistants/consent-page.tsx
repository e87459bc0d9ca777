import type { AuthorizationQuery, Consent } from '@ecp/contract/identity/assistants';
import { assistantRefusals } from '@ecp/contract/values/assistant-refusals';
import { isApiError } from '@ecp/sdk/create-client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Unplug } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../../base/session/session.ts';
import { commonTexts } from '../../../base/texts/common.ts';
import { Button, buttonStyle } from '../../../base/ui/buttons.tsx';
import { FormError, RadioCards } from '../../../base/ui/fields/fields.tsx';
import { Page, PageHeader } from '../../../base/ui/layout/page.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../base/ui/states.tsx';
import { consentQuery, decideConsent, readAuthorization } from './queries.ts';
import { consentTexts as texts } from './texts.ts';

/**
 * Asks the person whether an assistant may work here. Its address is the authorization endpoint.
 */
export function ConsentPage() {
  const [asked] = useState(readAuthorization);
  const consent = useQuery(consentQuery(asked));
  return (
    <Page>
      <div className="mx-auto flex w-full max-w-xl flex-col gap-6">
        <PageHeader title={texts.title} />
        {consent.isPending && <SkeletonRows rows={5} className="h-12 w-full" />}
        {consent.isLoadingError && (
          <Refusal error={consent.error} onRetry={() => void consent.refetch()} />
        )}
        {consent.data && <ConsentForm asked={asked} consent={consent.data} />}
      </div>
    </Page>
  );
}

/** Says why an assistant cannot be connected. Other errors appear as everywhere. */
function Refusal({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!isApiError(error, 'assistant_refused'))
    return <ErrorState error={error} onRetry={onRetry} />;
  const { title, reasons, toSettings } = texts.refused;
  const reason = assistantRefusals.find((one) => one === error.values['reason']) ?? 'request';
  const action =
    reason === 'unreachable' ? (
      <Button onClick={onRetry}>{commonTexts.tryAgain}</Button>
    ) : (
      <Link to="/settings/assistants" className={buttonStyle()}>
        {toSettings}
      </Link>
    );
  return (
    <div role="alert">
      <EmptyState icon={Unplug} title={title} action={action}>
        {reasons[reason]}
      </EmptyState>
    </div>
  );
}

type Scope = Consent['scope'];

/** The names of scopes in the protocol. */
const scopeNames: Record<Scope, string> = { read_only: 'read', read_write: 'read write' };

function ConsentForm({ asked, consent }: { asked: AuthorizationQuery; consent: Consent }) {
  const { user, tenant } = useSession();
  const [scope, setScope] = useState<Scope>(consent.scope);
  const decide = useMutation({
    meta: { showsError: true },
    mutationFn: (decision: 'allow' | 'deny') =>
      decideConsent(asked, { decision, scope: scopeNames[scope] }),
    onSuccess: (url) => location.assign(url),
  });
  const offered: readonly Scope[] =
    consent.scope === 'read_write' ? ['read_only', 'read_write'] : ['read_only'];
  const options = offered.map((value) => ({
    value,
    label: texts.scopes[value],
    hint: texts.scopeHints[value],
  }));
  const isBusy = decide.isPending || decide.isSuccess;
  return (
    <div className="flex flex-col gap-5 rounded-xl border p-5">
      <p className="wrap-anywhere font-medium text-lg">{texts.asks(consent.name, tenant.name)}</p>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
        <Fact label={texts.host} hint={texts.hostHint}>
          {consent.host}
        </Fact>
        <Fact label={texts.answer}>{consent.redirectHost ?? texts.device}</Fact>
        <Fact label={texts.person}>{user.email}</Fact>
      </dl>
      <RadioCards
        label={texts.scope}
        name="scope"
        options={options}
        value={scope}
        onChange={setScope}
      />
      <div className="flex flex-col gap-1 text-muted text-sm">
        <p>{texts.never}</p>
        <p>{texts.own}</p>
      </div>
      <FormError error={decide.error} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {decide.isSuccess && (
          <p role="status" className="mr-auto text-muted">
            {texts.leaving}
          </p>
        )}
        <Button disabled={isBusy} onClick={() => decide.mutate('deny')}>
          {texts.deny}
        </Button>
        <Button
          kind="primary"
          disabled={isBusy}
          busy={decide.isPending}
          onClick={() => decide.mutate('allow')}
        >
          {texts.allow}
        </Button>
      </div>
    </div>
  );
}

function Fact({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted max-sm:-mb-2">{label}</dt>
      <dd className="wrap-anywhere min-w-0">
        <span className="font-medium">{children}</span>
        {hint && <span className="block text-muted text-sm">{hint}</span>}
      </dd>
    </div>
  );
}
