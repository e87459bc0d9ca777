import { Combobox } from '@base-ui/react/combobox';
import type { Agent } from '@ecp/contract/service';
import { useQuery } from '@tanstack/react-query';
import { Check, ChevronDown, X } from 'lucide-react';
import { taskTexts } from '../../texts/en/tasks.ts';
import {
  comboboxEmptyStyle,
  comboboxGroupLabelStyle,
  comboboxItemStyle,
  comboboxListStyle,
  comboboxPopupStyle,
} from '../../ui/combobox-style.ts';
import { controlStyle } from '../../ui/control-style.ts';
import { Field } from '../../ui/field.tsx';
import { type Department, groupAgents, matchesAgent } from './group-agents.ts';
import { agentsQuery } from './queries.ts';

interface AgentPickerProps {
  /** Slug of the agent; null when the planner picks. */
  value: string | null;
  onChange: (slug: string | null) => void;
}

/** One agent of the roster, found by what it is called or does; departments are groups (contract, 6). */
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
            <Combobox.Input
              {...attributes}
              placeholder={taskTexts.agentPlaceholder}
              className={`${controlStyle} h-9 pr-16`}
            />
            <div className="absolute inset-y-0 right-1 flex items-center text-muted">
              <Combobox.Clear aria-label={taskTexts.agentClear} className="rounded-md p-1.5 hover:bg-hover">
                <X aria-hidden className="size-4" />
              </Combobox.Clear>
              <Combobox.Trigger aria-label={taskTexts.agentSearch} className="rounded-md p-1.5 hover:bg-hover">
                <ChevronDown aria-hidden className="size-4" />
              </Combobox.Trigger>
            </div>
          </div>
          <AgentList />
        </Combobox.Root>
      )}
    </Field>
  );
}

function AgentList() {
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} className="z-50 outline-none">
        <Combobox.Popup className={comboboxPopupStyle}>
          <Combobox.Empty className={comboboxEmptyStyle}>{taskTexts.agentNone}</Combobox.Empty>
          <Combobox.List className={comboboxListStyle}>
            {({ value, items }: Department) => (
              <Combobox.Group key={value} items={items}>
                <Combobox.GroupLabel className={comboboxGroupLabelStyle}>{value}</Combobox.GroupLabel>
                <Combobox.Collection>
                  {(agent: Agent) => (
                    <Combobox.Item key={agent.slug} value={agent} className={comboboxItemStyle}>
                      <span className="min-w-0 flex-1">
                        <span className="block font-medium">{agent.name}</span>
                        <span className="block text-muted text-sm">{agent.role}</span>
                      </span>
                      <Combobox.ItemIndicator>
                        <Check aria-hidden className="mt-0.5 size-4 text-accent-text" />
                      </Combobox.ItemIndicator>
                    </Combobox.Item>
                  )}
                </Combobox.Collection>
              </Combobox.Group>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
