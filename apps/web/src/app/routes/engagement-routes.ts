import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { FoundWords } from '../../domain/search/found-words.ts';
import type { ArchivedSearch } from '../../features/research/archived-search.ts';
import { readDataSearch } from './data-search.ts';
import { readEngagementSearch } from './engagement-search.ts';
import { readText } from './search-text.ts';
import { shellRoute } from './shell-route.ts';

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/engagements',
  validateSearch: readEngagementSearch,
  component: lazyRouteComponent(() => import('../../features/engagement-list/engagements-page.tsx'), 'EngagementsPage'),
});

const newRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/engagements/new',
  validateSearch: (search): { template?: string } => readText(search, 'template'),
  component: lazyRouteComponent(
    () => import('../../features/engagement-form/create/new-engagement-page.tsx'),
    'NewEngagementPage',
  ),
});

const engagementRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/engagements/$engagementId',
  // Remounts for each engagement, so that an open dialog never applies to another engagement.
  remountDeps: ({ params }) => params,
  component: lazyRouteComponent(
    () => import('../../features/engagement-frame/engagement-layout.tsx'),
    'EngagementLayout',
  ),
});

const overviewRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/',
  // The engagement decides which of the two pages is shown. A preload by hovering a link fetches both.
  async loader({ cause }) {
    if (cause !== 'preload') return;
    await Promise.all([
      import('../../features/run/run-overview.tsx'),
      import('../../features/plan/pending-overview.tsx'),
    ]);
  },
  component: lazyRouteComponent(() => import('../pages/engagement-overview-page.tsx'), 'OverviewPage'),
});

const editRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/edit',
  component: lazyRouteComponent(() => import('../../features/engagement-form/edit/edit-page.tsx'), 'EditPage'),
});

const planRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/plan',
  validateSearch: ({ make }): { make?: true } => (make === true ? { make } : {}),
  component: lazyRouteComponent(() => import('../../features/plan/plan-page.tsx'), 'PlanPage'),
});

const deliverablesRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/deliverables',
  component: lazyRouteComponent(() => import('../../features/deliverables/deliverables-page.tsx'), 'DeliverablesPage'),
});

const attachmentsRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/attachments',
  /** `attachment` is the open one, and `words` are those for which a search found it. */
  validateSearch: (search): { attachment?: string; words?: string } => ({
    ...readText(search, 'attachment'),
    ...readText(search, 'words'),
  }),
  component: lazyRouteComponent(() => import('../../features/attachments/attachments-page.tsx'), 'AttachmentsPage'),
});

const questionsRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/questions',
  component: lazyRouteComponent(
    () => import('../../features/questions/engagement-questions-page.tsx'),
    'EngagementQuestionsPage',
  ),
});

const researchRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/research',
  component: lazyRouteComponent(() => import('../../features/research/research-page.tsx'), 'ResearchPage'),
});

const archivedPageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/engagements/$engagementId/research/$pageId',
  validateSearch: (search): ArchivedSearch => ({
    ...readText(search, 'document'),
    ...readText(search, 'version'),
    ...readText(search, 'citation'),
    ...readText(search, 'words'),
    ...readText(search, 'near'),
  }),
  component: lazyRouteComponent(() => import('../../features/research/archived-page.tsx'), 'ArchivedPage'),
});

const dataRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/data',
  validateSearch: readDataSearch,
  component: lazyRouteComponent(() => import('../../features/data/data-page.tsx'), 'DataPage'),
});

const figuresRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/figures',
  validateSearch: (search): { figure?: string; conflict?: string } => ({
    ...readText(search, 'figure'),
    ...readText(search, 'conflict'),
  }),
  component: lazyRouteComponent(() => import('../../features/figures/figures-page.tsx'), 'FiguresPage'),
});

const analyticsRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/analytics',
  component: lazyRouteComponent(() => import('../../features/analytics/analytics-page.tsx'), 'AnalyticsPage'),
});

const clientsRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/clients',
  component: lazyRouteComponent(() => import('../../features/clients/clients-page.tsx'), 'ClientsPage'),
});

const updatesRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/updates',
  component: lazyRouteComponent(() => import('../../features/updates/updates-page.tsx'), 'UpdatesPage'),
});

const readingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/engagements/$engagementId/deliverables/$filename',
  validateSearch: (search): { version?: string; source?: string } & FoundWords => ({
    ...readText(search, 'version'),
    ...readText(search, 'source'),
    ...readText(search, 'words'),
    ...readText(search, 'near'),
  }),
  component: lazyRouteComponent(() => import('../pages/deliverable-page.tsx'), 'DeliverablePage'),
});

const writingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/engagements/$engagementId/deliverables/$filename/edit',
  // Mounted anew for each file, so that the text of one is never saved as another.
  remountDeps: ({ params }) => params,
  component: lazyRouteComponent(() => import('../../features/writing/writing-page.tsx'), 'WritingPage'),
});

const compareRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/engagements/$engagementId/deliverables/$filename/compare',
  validateSearch: (search): { from?: string; to?: string } => ({
    ...readText(search, 'from'),
    ...readText(search, 'to'),
  }),
  component: lazyRouteComponent(() => import('../pages/compare-page.tsx'), 'ComparePage'),
});

/** The list, the form for a new engagement, and the pages of one engagement. */
export const engagementRoutes = [
  listRoute,
  newRoute,
  engagementRoute.addChildren([
    overviewRoute,
    editRoute,
    planRoute,
    deliverablesRoute,
    questionsRoute,
    attachmentsRoute,
    researchRoute,
    dataRoute,
    figuresRoute,
    updatesRoute,
    analyticsRoute,
    clientsRoute,
  ]),
  archivedPageRoute,
  readingRoute,
  writingRoute,
  compareRoute,
] as const;
