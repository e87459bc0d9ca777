import type { Template } from '@ecp/contract/work/templates';
import { Link } from '@tanstack/react-router';
import { formatUsd } from '../../format/format.ts';
import { templateTexts } from '../../texts/en/templates.ts';
import { Badge } from '../../ui/states/badge.tsx';
import { readOptions } from './read-options.ts';

const { figures, system } = templateTexts;

/** A card for one template. The whole card is a link. */
export function TemplateCard({ template }: { template: Template }) {
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

/** Describes the size of the work: tasks, budget, weeks. */
function describeFigures(template: Template): string {
  const { tasks, budget } = template;
  const { typicalWeeks } = readOptions(template);
  return [
    tasks.length === 0 ? figures.noTasks : figures.tasks(tasks.length),
    formatUsd(budget),
    typicalWeeks === null ? '' : figures.weeks(typicalWeeks),
  ]
    .filter(Boolean)
    .join(' · ');
}
