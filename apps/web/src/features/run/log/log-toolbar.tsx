import { runTexts } from '../../../texts/en/run.ts';
import { classNames } from '../../../ui/class-names.ts';
import { controlStyle } from '../../../ui/fields/control-style.ts';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import type { LogFilter } from './filter-lines.ts';

const texts = runTexts.log;

interface LogToolbarProps {
  filter: LogFilter;
  onChange: (change: Partial<LogFilter>) => void;
  /** Agents that occur in the log. */
  agents: readonly { slug: string; name: string }[];
  onSearch: (text: string) => void;
}

/** Filters the log by words, level and agent. */
export function LogToolbar({ filter, onChange, agents, onSearch }: LogToolbarProps) {
  const style = classNames(controlStyle, 'h-9 w-full sm:w-44');
  return (
    <div className="flex flex-wrap gap-2">
      <SearchField label={texts.search} value={filter.text} onSearch={onSearch} className="w-full sm:w-64" />
      <select
        aria-label={texts.level}
        value={filter.level}
        onChange={({ currentTarget }) => onChange({ level: currentTarget.value as LogFilter['level'] })}
        className={style}
      >
        {Object.entries(texts.levels).map(([level, label]) => (
          <option key={level} value={level}>
            {label}
          </option>
        ))}
      </select>
      <select
        aria-label={texts.agent}
        value={filter.agent}
        onChange={({ currentTarget }) => onChange({ agent: currentTarget.value })}
        className={style}
      >
        <option value="">{texts.allAgents}</option>
        {agents.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
