import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Page } from '../../ui/layout/page.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';

/** Shown when a page could not be loaded or threw an error. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Page>
      <ErrorState error={error} onRetry={retry} />
    </Page>
  );
}
