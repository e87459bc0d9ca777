import './style.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.tsx';
import { queryClient } from './session/session.ts';
import { loadOverlaysOnUse } from './ui/dialogs/dialog.tsx';
import { followSystemTheme } from './ui/theme/theme.ts';
import { Toasts } from './ui/toasts/toasts.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root');
followSystemTheme();
loadOverlaysOnUse();
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
