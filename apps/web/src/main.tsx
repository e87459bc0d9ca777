import './style.css';
import { catalogues } from 'virtual:catalogues';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Fragment, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.tsx';
import { startLanguage, useShownLanguage } from './base/language/language.ts';
import { queryClient } from './base/session/session.ts';
import { loadOverlaysOnUse } from './base/ui/dialogs/dialog.tsx';
import { followSystemTheme } from './base/ui/theme/theme.ts';
import { Toasts } from './base/ui/toasts/toasts.tsx';

const root = createRoot(findRoot());
followSystemTheme();
loadOverlaysOnUse();
void startLanguage(catalogues).then(() =>
  root.render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <App />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  ),
);

/** Everything that shows texts. In another language it is made anew. */
function App() {
  return (
    <Fragment key={useShownLanguage()}>
      <RouterProvider router={router} />
      <Toasts />
    </Fragment>
  );
}

function findRoot(): HTMLElement {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element #root');
  return root;
}
