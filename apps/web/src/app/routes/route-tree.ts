import type { SearchKind } from '@ecp/contract/reach/search';
import {
  type CardKind,
  type CardStatus,
  cardKinds,
  cardStatuses,
} from '@ecp/contract/values/card-kinds';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { returnTo, takeReturnPath } from '../../base/session/guards.ts';
import { readFirmEconomicsSearch } from '../../firm/economics/firm-economics-search.ts';
import { readInsightsSearch } from '../../firm/insights/firm/insights-search.ts';
import {
  type HomeSearch,
  kindOfFilter,
  type WaitingFilter,
  waitingFilters,
} from '../home/home-search.ts';
import { authRoutes, consentRoute, settingsRoutes } from './account-routes.ts';
import { engagementRoutes } from './engagement-routes.ts';
import { readText, rootRoute, shellRoute } from './parent-routes.ts';

interface LibrarySearch {
  q?: string;
  card?: string;
  kind?: CardKind;
  status?: CardStatus;
}
const isCardKind = (value: unknown): value is CardKind => cardKinds.some((kind) => kind === value);
const isCardStatus = (value: unknown): value is CardStatus =>
  cardStatuses.some((status) => status === value);

const templatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates',
  validateSearch: (search): { q?: string } => readText(search, 'q'),
  component: lazyRouteComponent(
    () => import('../../engagement/library/templates/templates-page.tsx'),
    'TemplatesPage',
  ),
});

const newTemplateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates/new',
  /** `from` is the template to start from. */
  validateSearch: (search): { from?: string } => readText(search, 'from'),
  component: lazyRouteComponent(
    () => import('../../engagement/library/templates/new-template-page.tsx'),
    'NewTemplatePage',
  ),
});

const templateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates/$templateId',
  remountDeps: ({ params }) => params,
  component: lazyRouteComponent(
    () => import('../../engagement/library/templates/template-page.tsx'),
    'TemplatePage',
  ),
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
  component: lazyRouteComponent(
    () => import('../../engagement/library/cards/library-page.tsx'),
    'LibraryPage',
  ),
});

const knowledgeRoutes = [templatesRoute, newTemplateRoute, templateRoute, libraryRoute] as const;

const searchKinds: readonly string[] = [
  'engagement',
  'deliverable',
  'source',
  'comment',
  'page',
] satisfies SearchKind[];

interface EverythingSearch {
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

const isShown = (value: unknown): value is WaitingFilter =>
  waitingFilters.some((filter) => filter === value);

const readHomeSearch = ({ scope, show, answered }: Record<string, unknown>): HomeSearch => ({
  ...(scope === 'all' ? { scope } : {}),
  ...(isShown(show) ? { show } : {}),
  ...(answered === true && show === 'questions' ? { answered } : {}),
});

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    // Mailed links lead here. Returns to the page where the user requested the link.
    throw redirect(returnTo(takeReturnPath()));
  },
});

const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/search',
  validateSearch: readEverythingSearch,
  component: lazyRouteComponent(() => import('../home/search-page.tsx'), 'SearchPage'),
});

const analyticsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/analytics',
  validateSearch: readInsightsSearch,
  component: lazyRouteComponent(
    () => import('../../firm/insights/firm/firm-analytics-page.tsx'),
    'FirmAnalyticsPage',
  ),
});

const economicsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/economics',
  validateSearch: readFirmEconomicsSearch,
  component: lazyRouteComponent(
    () => import('../../firm/economics/firm-economics-page.tsx'),
    'FirmEconomicsPage',
  ),
});

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/home',
  validateSearch: readHomeSearch,
  component: lazyRouteComponent(() => import('../home/home-page.tsx'), 'HomePage'),
});

const helpRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/help',
  component: lazyRouteComponent(() => import('../home/help-page.tsx'), 'HelpPage'),
});

const aiUseHelpRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/help/ai-use',
  component: lazyRouteComponent(() => import('../home/ai-use-help-page.tsx'), 'AiUseHelpPage'),
});

const inboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inbox',
  validateSearch: ({ show }): { show?: 'unread' } => (show === 'unread' ? { show } : {}),
  component: lazyRouteComponent(() => import('../home/notices-page.tsx'), 'NoticesPage'),
});

const healthRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboard/admin/health',
  component: lazyRouteComponent(
    () => import('../../firm/settings/admin-health-page.tsx'),
    'AdminHealthPage',
  ),
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
  component: lazyRouteComponent(
    () => import('../../portal/question-link-page.tsx'),
    'QuestionLinkPage',
  ),
});

/** Addresses of mails and bookmarks from before, each with the page that shows the same now. */
const formerRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/queue',
    beforeLoad: ({ search }: { search: Record<string, unknown> }) => {
      const show = waitingFilters.find((filter) => kindOfFilter[filter] === search['kind']);
      throw redirect({ to: '/home', search: readHomeSearch({ ...search, show }), replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/questions',
    beforeLoad: ({ search }: { search: Record<string, unknown> }) => {
      const answered = search['show'] === 'answered';
      throw redirect({
        to: '/home',
        search: readHomeSearch({ show: 'questions', answered }),
        replace: true,
      });
    },
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/team',
    beforeLoad: () => {
      throw redirect({ to: '/settings/team', replace: true });
    },
  }),
] as const;

/** All pages. A new page needs a line here and in the platform's `reach/web/routes.ts`. */
export const routeTree = rootRoute.addChildren([
  startRoute,
  authRoutes,
  portalRoute,
  answerRoute,
  shellRoute.addChildren([
    homeRoute,
    ...engagementRoutes,
    ...knowledgeRoutes,
    searchRoute,
    inboxRoute,
    analyticsRoute,
    economicsRoute,
    helpRoute,
    aiUseHelpRoute,
    healthRoute,
    settingsRoutes,
    consentRoute,
    ...formerRoutes,
  ]),
]);
