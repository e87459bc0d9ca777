import type { PortalView } from '@ecp/contract/reach/portal';
import { isApiError } from '@ecp/sdk/create-client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { explainError } from '../base/api/explain-error.ts';
import { useLanguageOf } from '../base/language/language.ts';
import { Button } from '../base/ui/buttons.tsx';
import { defer } from '../base/ui/defer.ts';
import { Skeleton, SkeletonRows } from '../base/ui/states.tsx';
import { type AskedItem, listAsked, useReadReplies } from './asked.ts';
import { BrandedFrame, BrandedNotice } from './branded-page.tsx';
import { isClosedLink, isPortalToken, PortalContext, portalQuery, usePortal } from './portal.tsx';
import { portalTexts } from './texts.ts';

const route = getRouteApi('/portal/$token');
const overview = defer(() => import('./portal-overview.tsx'));
const reading = defer(() => import('./portal-document.tsx'));
const { frame } = portalTexts;

/** The page that a client link opens without an account: the cover, or one document. */
export function PortalPage() {
  const { token } = route.useParams();
  const { file } = route.useSearch();
  const known = isPortalToken(token);
  const { data, error, refetch } = useQuery({ ...portalQuery(token), enabled: known });
  // The code loads in parallel with what it will show. The cover needs none of the code that
  // renders documents.
  const coverParts = overview.useModule(file === undefined);
  const readingParts = reading.useModule(file !== undefined);
  if (!known || isClosedLink(error)) return <Closed />;
  if (data && file === undefined && coverParts) {
    return (
      <OpenPortal token={token} view={data} renderCover={(asked) => <CoverHead asked={asked} />}>
        {(asked, comment) => <coverParts.PortalOverview asked={asked} comment={comment} />}
      </OpenPortal>
    );
  }
  if (data && file !== undefined && readingParts) {
    return (
      <OpenPortal token={token} view={data}>
        {(_asked, comment) => (
          <readingParts.PortalDocument key={file} filename={file} comment={comment} />
        )}
      </OpenPortal>
    );
  }
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <BrandedFrame {...frame} {...(data && { branding: data.branding })}>
      <div className="mx-auto flex max-w-3xl flex-col gap-4">
        <Skeleton className="h-7 w-2/3" />
        <Skeleton className="h-4 w-1/2" />
        <SkeletonRows rows={4} className="h-16 w-full" />
      </div>
    </BrandedFrame>
  );
}

interface OpenPortalProps {
  token: string;
  view: PortalView;
  renderCover?: (asked: AskedItem[]) => ReactNode;
  children: (asked: AskedItem[], comment: string | undefined) => ReactNode;
}

function OpenPortal({ token, view, renderCover, children }: OpenPortalProps) {
  const { file, comment } = route.useSearch();
  const portal = useMemo(() => ({ token, view }), [token, view]);
  useLanguageOf(view.language);
  const asked = listAsked(view, useReadReplies());
  const opened = view.deliverables.find(({ filename }) => filename === file);
  const title = [opened?.title, portalTexts.documentTitle(view.branding.companyName ?? '')]
    .filter(Boolean)
    .join(' · ');
  return (
    <PortalContext value={portal}>
      <BrandedFrame {...frame} branding={view.branding} title={title} cover={renderCover?.(asked)}>
        {children(asked, comment)}
      </BrandedFrame>
    </PortalContext>
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

const coverTexts = portalTexts.cover;

function CoverHead({ asked }: { asked: readonly AskedItem[] }) {
  const { view } = usePortal();
  const { engagement, branding, cover } = view;
  const { decisions, questions, replies, preparing, settled } = coverTexts.state;
  const quiet = cover.state === 'preparing' ? preparing(branding.companyName ?? '') : settled;
  const countOfKind = (kind: AskedItem['kind']) =>
    asked.filter((item) => item.kind === kind).length;
  const unanswered = asked.flatMap((item) =>
    item.kind === 'questions' ? item.questions : [],
  ).length;
  const said = [
    [decisions, countOfKind('decision')],
    [questions, unanswered],
    [replies, countOfKind('reply')],
  ] as const;
  return (
    <div className="flex flex-col gap-2">
      <p className="wrap-anywhere">{coverTexts.preparedFor(engagement.client)}</p>
      <h1 className="wrap-anywhere text-balance font-semibold text-3xl leading-tight tracking-tight md:text-4xl">
        {engagement.name}
      </h1>
      <p className="mt-2 text-lg">
        {asked.length > 0
          ? said.map(([text, count]) => (count > 0 ? `${text(count)} ` : ''))
          : quiet}
      </p>
    </div>
  );
}
