import { Combobox } from '@base-ui/react/combobox';
import type { Agent } from '@ecp/contract/reach/service';
import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { useQuery } from '@tanstack/react-query';
import { Check, ChevronDown, Search, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { agentsQuery } from '../../base/api/firm-queries.ts';
import { controlStyle, Field } from '../../base/ui/fields/fields.tsx';
import { type Department, matchesAgent, rankAgents } from './rank-agents.ts';
import { waitsFor } from './tasks.ts';
import { nameTask, taskTexts } from './texts.ts';

interface TaskPickersProps {
  tasks: readonly TaskConfiguration[];
  task: TaskConfiguration;
  onChange: (change: Partial<TaskConfiguration>) => void;
  error: string | undefined;
}

/** Picks the agent and the dependencies of a task. */
export function TaskPickers({ tasks, task, onChange, error }: TaskPickersProps) {
  return (
    <>
      <AgentPicker value={task.agent ?? null} onChange={(agent) => onChange({ agent })} />
      <DependencyPicker
        tasks={tasks}
        task={task}
        onChange={(dependsOn) => onChange({ dependsOn })}
        error={error}
      />
    </>
  );
}

interface AgentPickerProps {
  value: string | null;
  onChange: (slug: string | null) => void;
}

function AgentPicker({ value, onChange }: AgentPickerProps) {
  const { data: agents = [], isError, isSuccess } = useQuery(agentsQuery);
  const [typed, setTyped] = useState('');
  const chosen = agents.find(({ slug }) => slug === value) ?? null;
  const unknown =
    isSuccess && value !== null && !chosen ? taskTexts.agentUnknown(value) : undefined;
  return (
    <Field
      label={taskTexts.agent}
      hint={chosen?.description ?? taskTexts.agentHint}
      error={isError ? taskTexts.rosterFailed : unknown}
    >
      {(attributes) => (
        <Combobox.Root
          items={rankAgents(agents, typed)}
          value={chosen}
          autoHighlight
          onInputValueChange={setTyped}
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

function AgentGroup({ department: { value, items } }: { department: Department }) {
  return (
    <Combobox.Group items={items}>
      <Combobox.GroupLabel className="px-2.5 pt-2 pb-1 font-medium text-muted text-xs">
        {value}
      </Combobox.GroupLabel>
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

interface DependencyPickerProps {
  tasks: readonly TaskConfiguration[];
  task: TaskConfiguration;
  onChange: (dependsOn: string[]) => void;
  error: string | undefined;
}

/**
 * Chooses the tasks that another waits for: shows the chosen ones, and a searchable list of the
 * others.
 */
function DependencyPicker({ tasks, task, onChange, error }: DependencyPickerProps) {
  const choices = tasks.flatMap((other, index): DependencyChoice[] =>
    other.id === task.id
      ? []
      : [
          {
            id: other.id,
            name: nameTask(other, index),
            closesCircle: waitsFor(tasks, other.id, task.id),
          },
        ],
  );
  const chosen = choices.filter(({ id }) => task.dependsOn?.includes(id));
  const choose = (next: DependencyChoice[]) => onChange(next.map(({ id }) => id));
  return (
    <Field label={taskTexts.dependsOn} hint={taskTexts.dependsOnHint} error={error}>
      {(attributes) => (
        <div className="flex flex-col gap-1.5">
          <Combobox.Root
            multiple
            autoHighlight
            items={choices}
            value={chosen}
            onValueChange={choose}
            itemToStringLabel={({ name }: DependencyChoice) => name}
            isItemEqualToValue={(one: DependencyChoice, other: DependencyChoice) =>
              one.id === other.id
            }
          >
            <Combobox.Trigger
              {...attributes}
              disabled={choices.length === 0}
              className={`${controlStyle} flex h-9 items-center justify-between gap-2 text-left text-muted`}
            >
              <span className="truncate">
                {chosen.length === 0
                  ? taskTexts.dependsOnPlaceholder
                  : taskTexts.dependsOnCount(chosen.length)}
              </span>
              <ChevronDown aria-hidden className="size-4 shrink-0" />
            </Combobox.Trigger>
            <PickerPopup<DependencyChoice>
              label={taskTexts.dependsOnSearch}
              none={taskTexts.dependsOnNone}
            >
              {(choice) => <DependencyItem key={choice.id} choice={choice} />}
            </PickerPopup>
          </Combobox.Root>
          <DependencyChips
            chosen={chosen}
            onRemove={(id) => choose(chosen.filter((other) => other.id !== id))}
          />
        </div>
      )}
    </Field>
  );
}

interface DependencyChipsProps {
  chosen: readonly DependencyChoice[];
  onRemove: (id: string) => void;
}

function DependencyChips({ chosen, onRemove }: DependencyChipsProps) {
  if (chosen.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {chosen.map(({ id, name }) => (
        <li
          key={id}
          className="flex h-6 min-w-0 items-center gap-1 rounded-md bg-sunken pr-0.5 pl-2 text-sm"
        >
          <span className="truncate" title={name}>
            {name}
          </span>
          <button
            type="button"
            aria-label={taskTexts.stopWaitingFor(name)}
            onClick={() => onRemove(id)}
            className="rounded p-0.5 text-muted hover:bg-hover hover:text-ink"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface DependencyChoice {
  id: string;
  name: string;
  /** Whether choosing it would close a cycle. */
  closesCircle: boolean;
}

/** A choice in the list, with a warning if it would close a cycle. */
function DependencyItem({ choice }: { choice: DependencyChoice }) {
  return (
    <Combobox.Item value={choice} className={pickerItemStyle}>
      <span className="min-w-0 flex-1">
        {choice.name}
        {choice.closesCircle && (
          <span className="block text-sm text-warn">{taskTexts.dependsOnClosesCircle}</span>
        )}
      </span>
      <Combobox.ItemIndicator>
        <Check aria-hidden className="mt-0.5 size-4 text-accent-text" />
      </Combobox.ItemIndicator>
    </Combobox.Item>
  );
}

interface PickerPopupProps<T> {
  label: string;
  none: string;
  children: (item: T) => ReactNode;
}

/**
 * The list that a `Combobox.Trigger` opens, with a search box above. It works for long lists and by
 * keyboard alone.
 */
function PickerPopup<T>({ label, none, children }: PickerPopupProps<T>) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} align="start" className="z-50 outline-none">
        <Combobox.Popup
          aria-label={label}
          className="flex max-h-[min(26rem,var(--available-height))] w-[max(var(--anchor-width),20rem)] max-w-[var(--available-width)] flex-col rounded-xl border bg-surface shadow-black/5 shadow-lg outline-none"
        >
          <div className="relative border-b">
            <Search
              aria-hidden
              className="pointer-events-none absolute top-3 left-3 size-4 text-muted"
            />
            <Combobox.Input
              aria-label={label}
              placeholder={label}
              className="h-10 w-full rounded-t-xl bg-transparent pr-3 pl-9 outline-none"
            />
          </div>
          <Combobox.Empty className="px-3 py-6 text-center text-muted empty:hidden">
            {none}
          </Combobox.Empty>
          <Combobox.List className="min-h-0 flex-1 scroll-py-1 overflow-y-auto overscroll-contain p-1 outline-none data-empty:p-0">
            {children}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

const pickerItemStyle =
  'flex cursor-pointer select-none items-start gap-2 rounded-lg px-2.5 py-1.5 outline-none data-highlighted:bg-hover';
