import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { templateQuery } from '../../domain/templates/queries.ts';
import { ForRole } from '../../session/for-role.tsx';
import { templateTexts } from '../../texts/en/templates.ts';
import { Page } from '../../ui/layout/page.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { NewTemplate } from './new-template.tsx';

const route = getRouteApi('/shell/templates/new');

/** Creates a template from a blank page or as a copy of another one. */
export function NewTemplatePage() {
  const { from } = route.useSearch();
  const above = [
    <Link key="templates" to="/templates">
      {templateTexts.title}
    </Link>,
  ];
  return (
    <Page>
      <PageHeader above={above} title={templateTexts.form.title} description={templateTexts.form.lead} />
      <ForRole needs="member">
        {from === undefined ? <NewTemplate from={undefined} /> : <Copy key={from} of={from} />}
      </ForRole>
    </Page>
  );
}

function Copy({ of }: { of: string }) {
  const { data, isPending, isLoadingError, error, refetch } = useQuery(templateQuery(of));
  if (isPending) return <SkeletonRows />;
  if (isLoadingError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <NewTemplate from={data} />;
}
