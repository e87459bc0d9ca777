import type { Template } from '@ecp/contract/work/templates';
import type { ReactNode } from 'react';
import { templateTexts } from '../../texts/en/templates.ts';
import { NoMatch } from '../../ui/states/no-match.tsx';
import { TemplateCard } from './template-card.tsx';

const texts = templateTexts;

interface TemplateGroupsProps {
  /** The matching templates. */
  templates: readonly Template[];
  isSearch: boolean;
}

/** Lists own templates, then those of the product. */
export function TemplateGroups({ templates, isSearch }: TemplateGroupsProps) {
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
      {system.length > 0 && <Group title={texts.system.title} label={texts.system.label} templates={system} />}
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
