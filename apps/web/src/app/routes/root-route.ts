import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';

/** Above all pages. */
export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({});
