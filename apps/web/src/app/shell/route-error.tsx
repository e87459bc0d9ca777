import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Page } from '../../ui/layout/page.tsx';

/** A page that could not be loaded or broke. */
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
