import { ArrowRight } from 'lucide-react';
import { runTexts } from '../../../texts/en/run.ts';
import { AgentAvatar } from './agent-avatar.tsx';
import { describeActivity } from './describe-activity.ts';
import type { AgentActivity, AgentLink } from './describe-agents.ts';

const texts = runTexts.agents;

interface AgentListProps {
  agents: readonly AgentActivity[];
  links: readonly AgentLink[];
  isActive: boolean;
  nameOf: (slug: string) => string;
  onOpen: (linkId: string) => void;
}

/** The content of the graph in words: which agents work on what, and which consulted each other. */
export function AgentList({ agents, links, isActive, nameOf, onOpen }: AgentListProps) {
  return (
    <div className="flex min-w-0 flex-col gap-4 p-4 lg:h-94 lg:overflow-y-auto">
      <ul aria-label={texts.list} className="flex flex-col gap-3">
        {agents.map((part) => (
          <li key={part.slug} className="flex items-center gap-2.5">
            <AgentAvatar name={nameOf(part.slug)} isWorking={part.isWorking} />
            <div className="min-w-0">
              <p className="truncate font-medium text-sm">{nameOf(part.slug)}</p>
              <p className="text-muted text-xs">{describeActivity(part)}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="border-t pt-3">
        <h3 className="font-medium text-sm">{texts.consultations}</h3>
        {links.length === 0 && (
          <p className="mt-1 text-muted text-sm">{isActive ? texts.noConsultations : texts.noneAsked}</p>
        )}
        <ul className="-mx-2 mt-1 flex flex-col">
          {links.map(({ id, from, to, consultations }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => onOpen(id)}
                className="flex w-full items-center gap-2 rounded-lg px-2 py-1.5 text-left text-sm hover:bg-hover"
              >
                <span className="min-w-0 flex-1">
                  {nameOf(from)} <ArrowRight aria-hidden className="inline size-3.5 text-muted" />
                  <span className="sr-only"> → </span> {nameOf(to)}
                </span>
                <span className="figures text-muted text-xs">{texts.times(consultations.length)}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
