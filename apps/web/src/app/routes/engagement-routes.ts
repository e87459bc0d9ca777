import type { EngagementStatus } from '@ecp/contract/work/engagements';
import type { SummarySort } from '@ecp/contract/work/queue';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { FoundWords } from '../../shared/search/found-words.ts';
import type { DataSearch } from '../../sources/data/data-search.ts';
import { cellGroups, type GridSearch } from '../../sources/grids/grid-search.ts';
import type { ArchivedSearch } from '../../sources/research/research.ts';
import { readText, shellRoute } from './parent-routes.ts';

const statuses: readonly string[] = [
  'pending',
  'running',
  'paused',
  'completed',
  'failed',
] satisfies EngagementStatus[];

const sorts: readonly unknown[] = [
  'updated',
  'created',
  'name',
  'client',
  'owner',
  'status',
  'due',
  'waiting',
] satisfies SummarySort[];
const isSort = (value: unknown): value is SummarySort => sorts.includes(value);

interface EngagementSearch {
  q?: string;
  status?: EngagementStatus;
  archived?: true;
  sort?: SummarySort;
  order?: 'asc' | 'desc';
}

function readStatus(value: unknown): EngagementSearch {
  return typeof value === 'string' && statuses.includes(value)
    ? { status: value as EngagementStatus }
    : {};
}

function readOrder({ sort, order }: Record<string, unknown>): EngagementSearch {
  return {
    ...(isSort(sort) ? { sort } : {}),
    ...(order === 'asc' || order === 'desc' ? { order } : {}),
  };
}

const readEngagementSearch = (search: Record<string, unknown>): EngagementSearch => ({
  ...readText(search, 'q'),
  ...readStatus(search['status']),
  ...(search['archived'] === true ? { archived: true } : {}),
  ...readOrder(search),
});

function readDataSearch(search: Record<string, unknown>): DataSearch {
  const { view, row } = search;
  return {
    ...(view === 'query' || view === 'history' ? { view } : {}),
    ...readText(search, 'table'),
    ...(typeof row === 'number' && Number.isInteger(row) && row > 0 ? { row } : {}),
    ...readText(search, 'query'),
  };
}

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/engagements',
  validateSearch: readEngagementSearch,
  component: lazyRouteComponent(
    () => import('../../engagement/engagements-page.tsx'),
    'EngagementsPage',
  ),
});

const newRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/engagements/new',
  validateSearch: (search): { template?: string } => readText(search, 'template'),
  component: lazyRouteComponent(
    () => import('../../engagement/form/new-engagement-page.tsx'),
    'NewEngagementPage',
  ),
});

const engagementRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/engagements/$engagementId',
  // Remounts for each engagement, so that an open dialog never applies to another engagement.
  remountDeps: ({ params }) => params,
  component: lazyRouteComponent(
    () => import('../../engagement/engagement-layout.tsx'),
    'EngagementLayout',
  ),
});

const overviewRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/',
  // The engagement decides which of the two pages is shown. A preload by hovering a link fetches
  // both.
  async loader({ cause }) {
    if (cause !== 'preload') return;
    await Promise.all([
      import('../../engagement/overview/engagement-overview.tsx'),
      import('../../engagement/plan/pending-overview.tsx'),
    ]);
  },
  component: lazyRouteComponent(
    () => import('../../engagement/overview/overview-page.tsx'),
    'OverviewPage',
  ),
});

const editRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/edit',
  component: lazyRouteComponent(() => import('../../engagement/form/edit-page.tsx'), 'EditPage'),
});

const planRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/plan',
  validateSearch: ({ make }): { make?: true } => (make === true ? { make } : {}),
  component: lazyRouteComponent(() => import('../../engagement/plan/plan-page.tsx'), 'PlanPage'),
});

const deliverablesRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/deliverables',
  component: lazyRouteComponent(
    () => import('../../document/list/deliverables-page.tsx'),
    'DeliverablesPage',
  ),
});

const attachmentsRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/attachments',
  /** `attachment` is the open one, and `words` are those for which a search found it. */
  validateSearch: (search): { attachment?: string; words?: string } => ({
    ...readText(search, 'attachment'),
    ...readText(search, 'words'),
  }),
  component: lazyRouteComponent(
    () => import('../../sources/attachments/attachments-page.tsx'),
    'AttachmentsPage',
  ),
});

const questionsRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/questions',
  component: lazyRouteComponent(
    () => import('../../engagement/questions-page.tsx'),
    'EngagementQuestionsPage',
  ),
});

const researchRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/research',
  component: lazyRouteComponent(
    () => import('../../sources/research/research-page.tsx'),
    'ResearchPage',
  ),
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
  component: lazyRouteComponent(
    () => import('../../sources/research/archived-page.tsx'),
    'ArchivedPage',
  ),
});

const dataRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/data',
  validateSearch: readDataSearch,
  component: lazyRouteComponent(() => import('../../sources/data/data-page.tsx'), 'DataPage'),
});

/** Reads the address of a grid. Unknown values are left out. */
function readGridSearch(search: Record<string, unknown>): GridSearch {
  const { group, order, source } = search;
  const known = cellGroups.find((one) => one === group);
  return {
    ...readText(search, 'q'),
    ...(known !== undefined && { group: known }),
    ...readText(search, 'column'),
    ...readText(search, 'sort'),
    ...(order === 'desc' && { order }),
    ...readText(search, 'cell'),
    ...(source === true && { source }),
  };
}

const gridsRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/grids',
  component: lazyRouteComponent(() => import('../../sources/grids/grids-page.tsx'), 'GridsPage'),
});

const newGridRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/grids/new',
  component: lazyRouteComponent(
    () => import('../../sources/grids/new-grid-page.tsx'),
    'NewGridPage',
  ),
});

const gridRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/engagements/$engagementId/grids/$gridId',
  validateSearch: readGridSearch,
  remountDeps: ({ params }) => params,
  component: lazyRouteComponent(() => import('../../sources/grids/grid-page.tsx'), 'GridPage'),
});

const figuresRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/figures',
  validateSearch: (search): { figure?: string; conflict?: string } => ({
    ...readText(search, 'figure'),
    ...readText(search, 'conflict'),
  }),
  component: lazyRouteComponent(
    () => import('../../document/figures/figures-page.tsx'),
    'FiguresPage',
  ),
});

const detailsRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/details',
  component: lazyRouteComponent(
    () => import('../../engagement/details/details-page.tsx'),
    'DetailsPage',
  ),
});

/** The address of the details before. */
const analyticsRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/analytics',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/engagements/$engagementId/details', params, replace: true });
  },
});

const clientsRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/clients',
  component: lazyRouteComponent(
    () => import('../../document/client/clients-page.tsx'),
    'ClientsPage',
  ),
});

const economicsRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/economics',
  component: lazyRouteComponent(
    () => import('../../firm/economics/engagement-economics-page.tsx'),
    'EngagementEconomicsPage',
  ),
});

const updatesRoute = createRoute({
  getParentRoute: () => engagementRoute,
  path: '/updates',
  component: lazyRouteComponent(
    () => import('../../sources/updates/updates-page.tsx'),
    'UpdatesPage',
  ),
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
  component: lazyRouteComponent(
    () => import('../../document/reading/deliverable-page.tsx'),
    'DeliverablePage',
  ),
});

const slidesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/engagements/$engagementId/slides',
  validateSearch: (search): { document?: string; audience?: string } => ({
    ...readText(search, 'document'),
    ...readText(search, 'audience'),
  }),
  component: lazyRouteComponent(
    () => import('../../document/slides/slides-page.tsx'),
    'SlidesPage',
  ),
});

const writingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/engagements/$engagementId/deliverables/$filename/edit',
  // Mounted anew for each file, so that the text of one is never saved as another.
  remountDeps: ({ params }) => params,
  component: lazyRouteComponent(
    () => import('../../document/writing/writing-page.tsx'),
    'WritingPage',
  ),
});

const compareRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/engagements/$engagementId/deliverables/$filename/compare',
  validateSearch: (search): { from?: string; to?: string } => ({
    ...readText(search, 'from'),
    ...readText(search, 'to'),
  }),
  component: lazyRouteComponent(
    () => import('../../document/compare/compare-page.tsx'),
    'ComparePage',
  ),
});

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
    gridsRoute,
    newGridRoute,
    figuresRoute,
    updatesRoute,
    detailsRoute,
    analyticsRoute,
    clientsRoute,
    economicsRoute,
  ]),
  archivedPageRoute,
  gridRoute,
  readingRoute,
  slidesRoute,
  writingRoute,
  compareRoute,
] as const;
