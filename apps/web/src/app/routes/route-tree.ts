import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { safeReturnPath } from '../../session/guards.ts';
import { takeReturnPath } from '../../session/return-path.ts';
import { authRoutes } from './auth-routes.ts';
import { engagementRoutes } from './engagement-routes.ts';
import { readEverythingSearch } from './everything-search.ts';
import { knowledgeRoutes } from './knowledge-routes.ts';
import { readQueueSearch } from './queue-search.ts';
import { rootRoute } from './root-route.ts';
import { readText } from './search-text.ts';
import { settingsRoutes } from './settings-routes.ts';
import { shellRoute } from './shell-route.ts';

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
  component: lazyRouteComponent(() => import('../../features/search/search-page.tsx'), 'SearchPage'),
});

const analyticsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/analytics',
  component: lazyRouteComponent(
    () => import('../../features/firm-analytics/firm-analytics-page.tsx'),
    'FirmAnalyticsPage',
  ),
});

/** The address of the analytics in earlier releases. */
const insightsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/insights',
  beforeLoad: () => {
    throw redirect({ to: '/analytics', replace: true });
  },
});

const queueRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/queue',
  validateSearch: readQueueSearch,
  component: lazyRouteComponent(() => import('../../features/queue/queue-page.tsx'), 'QueuePage'),
});

const questionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/questions',
  validateSearch: ({ show }): { show?: 'answered' } => (show === 'answered' ? { show } : {}),
  component: lazyRouteComponent(() => import('../../features/questions/inbox-page.tsx'), 'InboxPage'),
});

const inboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inbox',
  validateSearch: ({ show }): { show?: 'unread' } => (show === 'unread' ? { show } : {}),
  component: lazyRouteComponent(() => import('../../features/notices/notices-page.tsx'), 'NoticesPage'),
});

const teamRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/team',
  component: lazyRouteComponent(() => import('../../features/team/team-page.tsx'), 'TeamPage'),
});

const healthRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboard/admin/health',
  component: lazyRouteComponent(() => import('../../features/admin-health/admin-health-page.tsx'), 'AdminHealthPage'),
});

const portalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/portal/$token',
  validateSearch: (search): { file?: string; comment?: string; source?: string } => ({
    ...readText(search, 'file'),
    ...readText(search, 'comment'),
    ...readText(search, 'source'),
  }),
  component: lazyRouteComponent(() => import('../../features/portal/portal-page.tsx'), 'PortalPage'),
});

const answerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/answer/$token',
  component: lazyRouteComponent(
    () => import('../../features/question-link/question-link-page.tsx'),
    'QuestionLinkPage',
  ),
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
    insightsRoute,
    teamRoute,
    healthRoute,
    settingsRoutes,
  ]),
]);
