import { isApiError } from '@ecp/sdk/create-client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { explainError } from '../../api/explain-error.ts';
import { BrandedFrame } from '../../domain/branded-page/branded-frame.tsx';
import { BrandedNotice } from '../../domain/branded-page/branded-notice.tsx';
import { portalTexts } from '../../texts/en/portal.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Skeleton, SkeletonRows } from '../../ui/states/skeleton.tsx';
import { isClosedLink, isPortalToken, portalQuery } from './portal-client.ts';
import { PortalDocument } from './portal-document.tsx';
import { PortalOverview } from './portal-overview.tsx';

const route = getRouteApi('/portal/$token');
const frame = { title: portalTexts.loadingTitle, skip: portalTexts.skip, privacy: portalTexts.privacy };

/** The page that a client link opens without an account: the list of documents, or one of them (POR-6, POR-11). */
export function PortalPage() {
  const { token } = route.useParams();
  const { file } = route.useSearch();
  const known = isPortalToken(token);
  const { data, error, refetch } = useQuery({ ...portalQuery(token), enabled: known });
  if (!known || isClosedLink(error)) return <Closed />;
  if (data) {
    const opened = data.deliverables.find(({ filename }) => filename === file);
    const title = [opened?.title, portalTexts.documentTitle(data.branding.companyName ?? '')]
      .filter(Boolean)
      .join(' · ');
    return (
      <BrandedFrame {...frame} branding={data.branding} title={title}>
        {file === undefined ? (
          <PortalOverview token={token} view={data} />
        ) : (
          <PortalDocument key={file} token={token} view={data} filename={file} />
        )}
      </BrandedFrame>
    );
  }
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <BrandedFrame {...frame}>
      <div className="mx-auto flex max-w-3xl flex-col gap-4">
        <Skeleton className="h-7 w-2/3" />
        <Skeleton className="h-4 w-1/2" />
        <SkeletonRows rows={4} className="h-16 w-full" />
      </div>
    </BrandedFrame>
  );
}

function Closed() {
  return (
    <BrandedFrame {...frame}>
      <BrandedNotice {...portalTexts.closed} />
    </BrandedFrame>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { title, advice } = explainError(error);
  const retry = <Button onClick={onRetry}>{portalTexts.failed.retry}</Button>;
  return (
    <BrandedFrame {...frame}>
      {isApiError(error, 'portal_permission_missing') ? (
        <BrandedNotice {...portalTexts.noReading} />
      ) : (
        <BrandedNotice title={title} lead={advice} advice="" action={retry} />
      )}
    </BrandedFrame>
  );
}
