import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readText } from './search-text.ts';
import { shellRoute } from './shell-route.ts';

const templatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates',
  validateSearch: (search): { q?: string } => readText(search, 'q'),
  component: lazyRouteComponent(() => import('../../features/templates/templates-page.tsx'), 'TemplatesPage'),
});

const newTemplateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates/new',
  /** `from` is the template to start from. */
  validateSearch: (search): { from?: string } => readText(search, 'from'),
  component: lazyRouteComponent(() => import('../../features/templates/new-template-page.tsx'), 'NewTemplatePage'),
});

const templateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates/$templateId',
  remountDeps: ({ params }) => params,
  component: lazyRouteComponent(() => import('../../features/templates/template-page.tsx'), 'TemplatePage'),
});

const libraryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/library',
  /** `entry` is the open library entry. */
  validateSearch: (search): { q?: string; entry?: string } => ({
    ...readText(search, 'q'),
    ...readText(search, 'entry'),
  }),
  component: lazyRouteComponent(() => import('../../features/library/library-page.tsx'), 'LibraryPage'),
});

/** Pages of templates and the library. */
export const knowledgeRoutes = [templatesRoute, newTemplateRoute, templateRoute, libraryRoute] as const;
