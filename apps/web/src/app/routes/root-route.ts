import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';

/** The parent of all pages. */
export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({});
