import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { templateQuery } from '../../domain/templates/queries.ts';
import { Page } from '../../ui/layout/page.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { PageSkeleton } from '../../ui/states/skeleton.tsx';
import { TemplateView } from './template-view.tsx';

const route = getRouteApi('/shell/templates/$templateId');

/** Shows one template: its brief, tasks and advice. */
export function TemplatePage() {
  const { templateId } = route.useParams();
  const { data, isPending, isLoadingError, error, refetch } = useQuery(templateQuery(templateId));
  if (isPending) return <PageSkeleton />;
  return (
    <Page>
      {isLoadingError ? <ErrorState error={error} onRetry={() => void refetch()} /> : <TemplateView template={data} />}
    </Page>
  );
}
