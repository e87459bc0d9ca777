import { runTexts } from '../../../texts/en/run.ts';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import type { LogFilter } from './filter-lines.ts';

const texts = runTexts.log;
const levelNames = Object.keys(texts.levels) as LogFilter['level'][];
const levels = levelNames.map((value) => ({ value, label: texts.levels[value] }));

interface LogToolbarProps {
  filter: LogFilter;
  onChange: (change: Partial<LogFilter>) => void;
  /** Agents that occur in the log. */
  agents: readonly { slug: string; name: string }[];
  onSearch: (text: string) => void;
}

/** Filters the log by words, level and agent. */
export function LogToolbar({ filter, onChange, agents, onSearch }: LogToolbarProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <SearchField label={texts.search} value={filter.text} onSearch={onSearch} className="w-full sm:w-64" />
      <Select
        label={texts.level}
        options={levels}
        value={filter.level}
        onChange={(level) => onChange({ level })}
        className="h-9 sm:w-44"
      />
      <Select
        label={texts.agent}
        options={[
          { value: '', label: texts.allAgents },
          ...agents.map(({ slug, name }) => ({ value: slug, label: name })),
        ]}
        value={filter.agent}
        onChange={(agent) => onChange({ agent })}
        className="h-9 sm:w-44"
      />
    </div>
  );
}
