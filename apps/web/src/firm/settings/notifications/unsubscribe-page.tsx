import { isApiError } from '@ecp/sdk/create-client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { api } from '../../../base/api/client.ts';
import { explainError } from '../../../base/api/explain-error.ts';
import { commonTexts } from '../../../base/texts/common.ts';
import { Button, linkStyle } from '../../../base/ui/buttons.tsx';
import { FormError } from '../../../base/ui/fields/fields.tsx';
import { Skeleton } from '../../../base/ui/states.tsx';
import { unsubscribeTexts as texts } from './texts.ts';

const route = getRouteApi('/auth/unsubscribe/$token');

/**
 * Opened by the link at the end of an email. Reading it changes nothing, because mail scanners open
 * links too.
 */
export function UnsubscribePage() {
  const { token } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['unsubscribe', token],
    queryFn: ({ signal }) => api.getUnsubscription({ token }, { signal }),
  });
  const stop = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.unsubscribe({ token }),
  });
  if (isApiError(error, 'invalid_token')) return <Message {...texts.broken} />;
  if (error) {
    const { title, advice } = explainError(error);
    return (
      <Message title={title} lead={advice}>
        <Button onClick={() => void refetch()}>{texts.retry}</Button>
      </Message>
    );
  }
  if (!data) {
    return (
      <Message title={texts.loading} lead="">
        <Skeleton className="h-10 w-full" />
      </Message>
    );
  }
  const { tenantName, setting, value } = stop.data ?? data;
  if (value === 'off') {
    return (
      <Message title={texts.done.title} lead={texts.done.lead(tenantName, setting)}>
        <p className="text-muted">
          {texts.inbox}{' '}
          <Link to="/settings/notifications" className={linkStyle}>
            {texts.settings}
          </Link>
        </p>
      </Message>
    );
  }
  return (
    <Message title={texts.title} lead={texts.lead(tenantName, setting)}>
      <FormError error={stop.error} />
      <Button kind="primary" busy={stop.isPending} onClick={() => stop.mutate()}>
        {texts.stop}
      </Button>
    </Message>
  );
}

function Message({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · ${commonTexts.product}`;
  }, [title]);
  return (
    <div role="status" className="flex flex-col items-start gap-4">
      {/* The address contains the token, so linked pages and search engines do not get it. */}
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex, nofollow" />
      <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
      {lead !== '' && <p className="text-muted">{lead}</p>}
      {children}
    </div>
  );
}
