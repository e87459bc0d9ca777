import { type CardKind, type CardStatus, cardKinds, cardStatuses } from '@ecp/contract/values/card-kinds';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readText } from './search-text.ts';
import { shellRoute } from './shell-route.ts';

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
  component: lazyRouteComponent(() => import('../../features/library/library-page.tsx'), 'LibraryPage'),
});

/** Pages of templates and the library. */
export const knowledgeRoutes = [templatesRoute, newTemplateRoute, templateRoute, libraryRoute] as const;
