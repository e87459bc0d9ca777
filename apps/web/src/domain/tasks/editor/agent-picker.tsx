import { Combobox } from '@base-ui/react/combobox';
import type { Agent } from '@ecp/contract/reach/service';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, X } from 'lucide-react';
import { taskTexts } from '../../../texts/en/tasks.ts';
import { PickerPopup } from '../../../ui/dialogs/picker-popup.tsx';
import { controlStyle } from '../../../ui/fields/control-style.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { agentsQuery } from '../../agents/queries.ts';
import { AgentGroup } from './agent-group.tsx';
import { type Department, groupAgents, matchesAgent } from './group-agents.ts';

interface AgentPickerProps {
  /** Slug of the agent; null if the planner chooses. */
  value: string | null;
  onChange: (slug: string | null) => void;
}

/**
 * Chooses one agent of the roster. The search covers names and descriptions; agents are grouped by department (PLN-3).
 */
export function AgentPicker({ value, onChange }: AgentPickerProps) {
  const { data: agents = [], isError, isSuccess } = useQuery(agentsQuery);
  const chosen = agents.find(({ slug }) => slug === value) ?? null;
  const unknown = isSuccess && value !== null && !chosen ? taskTexts.agentUnknown(value) : undefined;
  return (
    <Field
      label={taskTexts.agent}
      hint={chosen?.description ?? taskTexts.agentHint}
      error={isError ? taskTexts.rosterFailed : unknown}
    >
      {(attributes) => (
        <Combobox.Root
          items={groupAgents(agents)}
          value={chosen}
          onValueChange={(agent: Agent | null) => onChange(agent?.slug ?? null)}
          itemToStringLabel={({ name }: Agent) => name}
          filter={matchesAgent}
        >
          <div className="relative">
            <Combobox.Trigger
              {...attributes}
              className={`${controlStyle} flex h-9 items-center justify-between gap-2 text-left`}
            >
              <span className={chosen ? 'truncate' : 'truncate text-muted'}>
                {chosen?.name ?? taskTexts.agentPlaceholder}
              </span>
              <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
            </Combobox.Trigger>
            {chosen && (
              <button
                type="button"
                aria-label={taskTexts.agentClear}
                title={taskTexts.agentClear}
                onClick={() => onChange(null)}
                className="absolute top-1 right-8 rounded-md p-1.5 text-muted hover:bg-hover hover:text-ink"
              >
                <X aria-hidden className="size-4" />
              </button>
            )}
          </div>
          <PickerPopup<Department> label={taskTexts.agentSearch} none={taskTexts.agentNone}>
            {(department) => <AgentGroup key={department.value} department={department} />}
          </PickerPopup>
        </Combobox.Root>
      )}
    </Field>
  );
}
