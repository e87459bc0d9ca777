import { Combobox } from '@base-ui/react/combobox';
import type { Agent } from '@ecp/contract/reach/service';
import { Check } from 'lucide-react';
import { pickerItemStyle } from '../../../ui/dialogs/picker-popup.tsx';
import type { Department } from './group-agents.ts';

/** The agents of one department, each with its description. */
export function AgentGroup({ department: { value, items } }: { department: Department }) {
  return (
    <Combobox.Group items={items}>
      <Combobox.GroupLabel className="px-2.5 pt-2 pb-1 font-medium text-muted text-xs">{value}</Combobox.GroupLabel>
      <Combobox.Collection>
        {(agent: Agent) => (
          <Combobox.Item key={agent.slug} value={agent} className={pickerItemStyle}>
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
  );
}
