import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { Calculator, Copy, Ellipsis, FileStack, Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { engagementQuery, isActive, overviewQuery } from '../base/api/engagement-queries.ts';
import { formatUtcDay } from '../base/format/format.ts';
import { useSession } from '../base/session/session.ts';
import { engagementTexts, responsibilityTexts } from '../base/texts/engagements.ts';
import { engagementMenuTexts, sampleTexts } from '../base/texts/new-engagement.ts';
import { Badge } from '../base/ui/badges.tsx';
import { IconButton } from '../base/ui/buttons.tsx';
import { Menu, MenuItem, MenuSeparator } from '../base/ui/dialogs/menu.tsx';
import { Page, PageHeader } from '../base/ui/layout/page.tsx';
import { insideTabStyle, LinkTabs, tabStyle } from '../base/ui/layout/tabs.tsx';
import { ErrorState, PageSkeleton } from '../base/ui/states.tsx';
import { useLiveStatus } from '../shared/runs/engagement-run.ts';
import { describeState } from './describe-state.ts';
import { engagementParts, tabsFor } from './engagement-parts.ts';

const route = getRouteApi('/shell/engagements/$engagementId');

const WallBadge = lazy(async () => ({ default: (await import('./wall-badge.tsx')).WallBadge }));

/** Header and tabs of one engagement. The pages below it find the engagement in the cache. */
export function EngagementLayout() {
  const { engagementId } = route.useParams();
  const { has } = useSession();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { data, error, refetch } = useQuery(engagementQuery(engagementId));
  if (error && !data) {
    return (
      <Page>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!data) return <PageSkeleton />;
  const part = engagementParts.find(
    ({ below }) => below !== '' && path.replace(/\/new$/, '').endsWith(below),
  );
  const crumb = part?.label ?? (path.endsWith('/edit') ? engagementTexts.edit : undefined);
  const tab = part?.tab ?? 'overview';
  return (
    <Page>
      <PageHeader
        above={[
          <Link key="all" to="/engagements">
            {engagementTexts.title}
          </Link>,
          ...(crumb === undefined
            ? []
            : [
                <Link key="engagement" to="/engagements/$engagementId" params={{ engagementId }}>
                  {data.name}
                </Link>,
              ]),
        ]}
        crumb={crumb}
        title={data.name}
        documentTitle={part && `${part.label} · ${data.name}`}
        badges={
          <>
            {data.sample && <Badge tone="accent">{sampleTexts.badge}</Badge>}
            <EngagementState engagement={data} />
            <Suspense fallback={null}>
              {has('admin') && <WallBadge engagementId={engagementId} />}
            </Suspense>
          </>
        }
        description={<EngagementFacts engagement={data} />}
        actions={<EngagementMenu engagement={data} />}
      />
      <div className="flex flex-col gap-3">
        <LinkTabs label={engagementTexts.tabs.label}>
          {tabsFor(has).map((one) => (
            <Link
              key={one.tab}
              to={one.to}
              params={{ engagementId }}
              activeOptions={{ exact: true, includeSearch: false }}
              {...(one.tab === tab && currentTab)}
              className={tabStyle}
            >
              {one.label}
            </Link>
          ))}
        </LinkTabs>
        {tab === 'sources' && <SourcePages engagementId={engagementId} current={part?.to} />}
      </div>
      <Outlet />
    </Page>
  );
}

/** Marks a tab as the current one, also on a further page of it. */
const currentTab = { 'data-status': 'active', 'aria-current': true } as const;

/** The pages of the tab of sources. */
function SourcePages({
  engagementId,
  current,
}: {
  engagementId: string;
  current: string | undefined;
}) {
  return (
    <LinkTabs label={engagementTexts.pages.sources} isInside>
      {engagementParts
        .filter(({ tab }) => tab === 'sources')
        .map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            params={{ engagementId }}
            activeOptions={{ exact: true, includeSearch: false }}
            {...(to === current && currentTab)}
            className={insideTabStyle}
          >
            {label}
          </Link>
        ))}
    </LinkTabs>
  );
}

const factTexts = responsibilityTexts.fact;
const ResponsibilityDialog = lazy(async () => ({
  default: (await import('./engagement-dialogs.tsx')).ResponsibilityDialog,
}));

/**
 * Client, owner and due date in the head of an engagement. Members can change the last two, also
 * during a run.
 */
function EngagementFacts({ engagement }: { engagement: EngagementDetail }) {
  const { has } = useSession();
  const [isOpen, setOpen] = useState(false);
  const { client, owner, dueDate } = engagement;
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <span className="wrap-anywhere min-w-0">
        {client}{' '}
        <span aria-hidden className="ml-1">
          ·
        </span>
      </span>
      <span className="wrap-anywhere min-w-0">
        {owner ? factTexts.owner(owner.name) : factTexts.nobody}{' '}
        <span aria-hidden className="ml-1">
          ·
        </span>
      </span>
      <span className="figures flex items-center gap-x-1">
        {dueDate ? factTexts.due(formatUtcDay(dueDate)) : factTexts.noDate}
        {has('member') && (
          <IconButton
            icon={Pencil}
            label={factTexts.change}
            onClick={() => setOpen(true)}
            className="-my-1.5"
          />
        )}
      </span>
      <Suspense fallback={null}>
        {isOpen && <ResponsibilityDialog engagement={engagement} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  );
}

function EngagementState({ engagement }: { engagement: EngagementDetail }) {
  const { user } = useSession();
  const status = useLiveStatus(engagement.id, engagement) ?? engagement.status;
  const documents = new Set(engagement.deliverables.map(({ filename }) => filename)).size;
  const { id, owner, waiting } = engagement;
  // The engagement is read as everybody sees it; where nobody owns it, the reader's own words do
  // not wait for the team.
  const mayBeOwn = owner === null && waiting.comments > 0;
  const { data: overview } = useQuery({ ...overviewQuery(id), enabled: mayBeOwn });
  const counted = mayBeOwn && overview ? overview.waiting : waiting;
  const { tone, text } = describeState(
    { ...engagement, waiting: counted, status, documents },
    user.id,
  );
  return (
    <Badge tone={tone} dot>
      {text}
    </Badge>
  );
}

const DuplicateDialog = lazy(async () => ({
  default: (await import('./engagement-dialogs.tsx')).DuplicateDialog,
}));
const TemplateDialog = lazy(async () => ({
  default: (await import('./engagement-dialogs.tsx')).TemplateDialog,
}));
const DeleteDialog = lazy(async () => ({
  default: (await import('./engagement-dialogs.tsx')).DeleteDialog,
}));

/**
 * Menu of actions for an engagement; hidden from viewers. An active engagement cannot be edited or
 * deleted.
 */
function EngagementMenu({ engagement }: { engagement: EngagementDetail }) {
  const { has } = useSession();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'duplicate' | 'template' | 'delete'>();
  if (!has('member')) return null;
  const { id, status } = engagement;
  const props = { engagement, onClose: () => setDialog(undefined) };
  const trigger = (
    <IconButton icon={Ellipsis} label={engagementMenuTexts.label} className="border" />
  );
  const plan = () =>
    void navigate({ to: '/engagements/$engagementId/plan', params: { engagementId: id } });
  const edit = () =>
    void navigate({ to: '/engagements/$engagementId/edit', params: { engagementId: id } });
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem
          icon={Pencil}
          label={engagementMenuTexts.edit}
          disabled={isActive(status)}
          onSelect={edit}
        />
        <MenuItem icon={Calculator} label={engagementTexts.pages.plan} onSelect={plan} />
        <MenuItem
          icon={Copy}
          label={engagementMenuTexts.duplicate}
          onSelect={() => setDialog('duplicate')}
        />
        <MenuItem
          icon={FileStack}
          label={engagementMenuTexts.saveAsTemplate}
          onSelect={() => setDialog('template')}
        />
        <MenuSeparator />
        <MenuItem
          icon={Trash2}
          label={engagementMenuTexts.delete}
          danger
          disabled={isActive(status)}
          onSelect={() => setDialog('delete')}
        />
      </Menu>
      <Suspense fallback={null}>
        {dialog === 'duplicate' && <DuplicateDialog {...props} />}
        {dialog === 'template' && <TemplateDialog {...props} />}
        {dialog === 'delete' && <DeleteDialog {...props} />}
      </Suspense>
    </>
  );
}
