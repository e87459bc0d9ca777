import type { SearchKind } from '@ecp/contract/reach/search';
import { type CardKind, type CardStatus, cardKinds, cardStatuses } from '@ecp/contract/values/card-kinds';
import type { QueueKind } from '@ecp/contract/work/queue';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { safeReturnPath, takeReturnPath } from '../../session/guards.ts';
import { authRoutes, settingsRoutes } from './account-routes.ts';
import { engagementRoutes } from './engagement-routes.ts';
import { readText, rootRoute, shellRoute } from './parent-routes.ts';

interface LibrarySearch {
  q?: string;
  card?: string;
  kind?: CardKind;
  status?: CardStatus;
}
const isCardKind = (value: unknown): value is CardKind => cardKinds.some((kind) => kind === value);
const isCardStatus = (value: unknown): value is CardStatus => cardStatuses.some((status) => status === value);

const templatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates',
  validateSearch: (search): { q?: string } => readText(search, 'q'),
  component: lazyRouteComponent(() => import('../../library/templates/templates-page.tsx'), 'TemplatesPage'),
});

const newTemplateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates/new',
  /** `from` is the template to start from. */
  validateSearch: (search): { from?: string } => readText(search, 'from'),
  component: lazyRouteComponent(() => import('../../library/templates/new-template-page.tsx'), 'NewTemplatePage'),
});

const templateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates/$templateId',
  remountDeps: ({ params }) => params,
  component: lazyRouteComponent(() => import('../../library/templates/template-page.tsx'), 'TemplatePage'),
});

const libraryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/library',
  /** `card` is the open card. */
  validateSearch: (search): LibrarySearch => {
    const { kind, status } = search;
    return {
      ...readText(search, 'q'),
      ...readText(search, 'card'),
      ...(isCardKind(kind) && { kind }),
      ...(isCardStatus(status) && { status }),
    };
  },
  component: lazyRouteComponent(() => import('../../library/cards/library-page.tsx'), 'LibraryPage'),
});

const knowledgeRoutes = [templatesRoute, newTemplateRoute, templateRoute, libraryRoute] as const;

const searchKinds: readonly string[] = [
  'engagement',
  'deliverable',
  'source',
  'comment',
  'page',
] satisfies SearchKind[];

export interface EverythingSearch {
  q?: string;
  kind?: SearchKind;
  engagement?: string;
}

const readKind = (value: unknown): { kind?: SearchKind } =>
  typeof value === 'string' && searchKinds.includes(value) ? { kind: value as SearchKind } : {};

const readEverythingSearch = (search: Record<string, unknown>): EverythingSearch => ({
  ...readText(search, 'q'),
  ...readKind(search['kind']),
  ...readText(search, 'engagement'),
});

const queueKinds: readonly unknown[] = ['review', 'question', 'comment', 'failed_run'] satisfies QueueKind[];
const isKind = (value: unknown): value is QueueKind => queueKinds.includes(value);

export interface QueueSearch {
  scope?: 'all';
  kind?: QueueKind;
}

const readQueueSearch = ({ scope, kind }: Record<string, unknown>): QueueSearch => ({
  ...(scope === 'all' ? { scope } : {}),
  ...(isKind(kind) ? { kind } : {}),
});

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    // Mailed links lead here. Returns to the page where the user requested the link.
    throw redirect({ href: safeReturnPath(takeReturnPath()) });
  },
});

const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/search',
  validateSearch: readEverythingSearch,
  component: lazyRouteComponent(() => import('../../home/search-page.tsx'), 'SearchPage'),
});

const analyticsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/analytics',
  component: lazyRouteComponent(() => import('../../insights/firm/firm-analytics-page.tsx'), 'FirmAnalyticsPage'),
});

const queueRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/queue',
  validateSearch: readQueueSearch,
  component: lazyRouteComponent(() => import('../../home/queue-page.tsx'), 'QueuePage'),
});

const questionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/questions',
  validateSearch: ({ show }): { show?: 'answered' } => (show === 'answered' ? { show } : {}),
  component: lazyRouteComponent(() => import('../../home/inbox-page.tsx'), 'InboxPage'),
});

const inboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inbox',
  validateSearch: ({ show }): { show?: 'unread' } => (show === 'unread' ? { show } : {}),
  component: lazyRouteComponent(() => import('../../home/notices-page.tsx'), 'NoticesPage'),
});

const teamRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/team',
  component: lazyRouteComponent(() => import('../../settings/team/team-page.tsx'), 'TeamPage'),
});

const healthRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboard/admin/health',
  component: lazyRouteComponent(() => import('../../settings/admin-health-page.tsx'), 'AdminHealthPage'),
});

const portalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/portal/$token',
  validateSearch: (search): { file?: string; comment?: string; source?: string } => ({
    ...readText(search, 'file'),
    ...readText(search, 'comment'),
    ...readText(search, 'source'),
  }),
  component: lazyRouteComponent(() => import('../../portal/portal-page.tsx'), 'PortalPage'),
});

const answerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/answer/$token',
  component: lazyRouteComponent(() => import('../../portal/question-link-page.tsx'), 'QuestionLinkPage'),
});

/** All pages. A new page needs a line here and in the platform's `web/page-paths.ts`. */
export const routeTree = rootRoute.addChildren([
  startRoute,
  authRoutes,
  portalRoute,
  answerRoute,
  shellRoute.addChildren([
    queueRoute,
    ...engagementRoutes,
    ...knowledgeRoutes,
    searchRoute,
    inboxRoute,
    questionsRoute,
    analyticsRoute,
    teamRoute,
    healthRoute,
    settingsRoutes,
  ]),
]);
