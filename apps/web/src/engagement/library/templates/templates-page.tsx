import type { Template } from '@ecp/contract/work/templates';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { formatUsd } from '../../../base/format/format.ts';
import { useSession } from '../../../base/session/session.ts';
import { commonTexts } from '../../../base/texts/common.ts';
import { Badge } from '../../../base/ui/badges.tsx';
import { buttonStyle } from '../../../base/ui/buttons.tsx';
import { SearchField } from '../../../base/ui/fields/fields.tsx';
import { Page } from '../../../base/ui/layout/page.tsx';
import { MoreButton } from '../../../base/ui/layout/virtual-list.tsx';
import { ErrorState, NoMatch, Skeleton } from '../../../base/ui/states.tsx';
import { matchesTemplate, templateListQuery } from '../../brief/templates.ts';
import { LibraryHead } from '../library-head.tsx';
import { templateTexts } from './texts.ts';

const route = getRouteApi('/shell/templates');

export function TemplatesPage() {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const { has } = useSession();
  const search = useCallback(
    (text: string) => void navigate({ search: text === '' ? {} : { q: text }, replace: true }),
    [navigate],
  );
  const create = has('member') && (
    <Link to="/templates/new" className={buttonStyle('primary')}>
      <Plus aria-hidden className="size-4" />
      {templateTexts.create}
    </Link>
  );
  return (
    <Page>
      <LibraryHead tab="templates" description={templateTexts.description} actions={create} />
      <SearchField
        label={templateTexts.search}
        value={q}
        onSearch={search}
        className="w-full sm:w-72"
      />
      <Templates q={q} />
    </Page>
  );
}

function Templates({ q }: { q: string }) {
  const list = useInfiniteQuery(templateListQuery);
  if (list.isPending) return <TemplatesSkeleton />;
  if (list.isLoadingError)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  const templates = list.data.pages.flatMap((page) => page.templates);
  const shown = templates.filter((template) => matchesTemplate(template, q.trim()));
  return (
    <>
      <TemplateGroups templates={shown} isSearch={q.trim() !== ''} />
      <MoreButton list={list} label={templateTexts.more} />
    </>
  );
}

const skeletonCards = [1, 2, 3, 4, 5, 6];

function TemplatesSkeleton() {
  return (
    <div
      role="status"
      aria-label={commonTexts.loading}
      className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3"
    >
      {skeletonCards.map((card) => (
        <Skeleton key={card} className="h-38 w-full rounded-xl" />
      ))}
    </div>
  );
}

const texts = templateTexts;

interface TemplateGroupsProps {
  templates: readonly Template[];
  isSearch: boolean;
}

function TemplateGroups({ templates, isSearch }: TemplateGroupsProps) {
  const own = templates.filter(({ isSystem }) => !isSystem);
  const system = templates.filter(({ isSystem }) => isSystem);
  if (isSearch && templates.length === 0) return <NoMatch title={texts.noMatch} to="/templates" />;
  return (
    <>
      {(own.length > 0 || !isSearch) && (
        <Group title={texts.own.title} label={texts.own.label} templates={own}>
          <NoOwn />
        </Group>
      )}
      {system.length > 0 && (
        <Group title={texts.system.title} label={texts.system.label} templates={system} />
      )}
    </>
  );
}

interface GroupProps {
  title: string;
  label: string;
  templates: readonly Template[];
  /** Shown if there are no templates. */
  children?: ReactNode;
}

function Group({ title, label, templates, children }: GroupProps) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold">{title}</h2>
      {templates.length === 0 ? (
        children
      ) : (
        <ul aria-label={label} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {templates.map((template) => (
            <TemplateCard key={template.id} template={template} />
          ))}
        </ul>
      )}
    </section>
  );
}

function NoOwn() {
  const { title, advice } = texts.noOwn;
  return (
    <div className="rounded-xl border border-dashed px-4 py-5">
      <p className="font-medium">{title}</p>
      <p className="max-w-2xl text-muted">{advice}</p>
    </div>
  );
}

const { figures, system } = templateTexts;

function TemplateCard({ template }: { template: Template }) {
  const { id, name, description, isSystem } = template;
  return (
    <li className="relative flex min-w-0 flex-col gap-2 rounded-xl border bg-surface p-4 transition-colors hover:border-line-strong/60">
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 font-semibold">
          <Link
            to="/templates/$templateId"
            params={{ templateId: id }}
            className="outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-2 focus-visible:after:outline-accent-text"
          >
            {name}
          </Link>
        </h3>
        {isSystem && <Badge>{system.badge}</Badge>}
      </div>
      <p className="line-clamp-3 text-muted">{description}</p>
      <p className="figures mt-auto pt-1 text-muted text-sm">{describeFigures(template)}</p>
    </li>
  );
}

function describeFigures(template: Template): string {
  const { tasks, budget } = template;
  return [
    tasks.length === 0 ? figures.noTasks : figures.tasks(tasks.length),
    formatUsd(budget),
  ].join(' · ');
}
