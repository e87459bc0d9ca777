import { type ChartSpec, chartLimits, chartTypes } from '@ecp/charts/reading/chart-spec';
import { keyColumns } from '../../../domain/data/key-columns.ts';
import type { TableColumn } from '../../../domain/data/queries.ts';
import { dataTexts } from '../../../texts/en/data.ts';
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';

const texts = dataTexts.chart;

interface ChartFieldsProps {
  columns: readonly TableColumn[];
  spec: ChartSpec;
  onChange: (spec: ChartSpec) => void;
}

/** The choices of a chart: its kind, the columns across and up, title and unit. */
export function ChartFields({ columns, spec, onChange }: ChartFieldsProps) {
  const { type, x, y, title, unit } = spec;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label={texts.type}
        value={type}
        options={chartTypes.map((value) => ({ value, label: texts.types[value] }))}
        onChange={(chosen) => onChange({ ...spec, type: chosen })}
      />
      <SelectField
        label={texts.x}
        value={x}
        options={columns.map(({ name }) => ({ value: name, label: name }))}
        onChange={(column) => onChange({ ...spec, x: column })}
      />
      <ValueColumns columns={columns} y={y} onChange={(next) => onChange({ ...spec, y: next })} />
      <div className="flex flex-col gap-3">
        <TextField
          label={texts.name}
          value={title}
          maxLength={300}
          onChange={({ currentTarget }) => onChange({ ...spec, title: currentTarget.value })}
        />
        <TextField
          label={texts.unit}
          value={unit ?? ''}
          maxLength={60}
          onChange={({ currentTarget }) => onChange({ ...spec, unit: currentTarget.value || null })}
        />
      </div>
    </div>
  );
}

interface ValueColumnsProps {
  columns: readonly TableColumn[];
  y: readonly string[];
  onChange: (y: string[]) => void;
}

function ValueColumns({ columns, y, onChange }: ValueColumnsProps) {
  const numbers = keyColumns(columns.filter(({ type }) => type === 'number'));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{texts.y}</legend>
      <div className="flex max-h-40 flex-col gap-1.5 overflow-y-auto p-px">
        {numbers.map(({ key, column: { name } }) => {
          const isChosen = y.includes(name);
          return (
            <CheckboxField
              key={key}
              label={<span className="wrap-anywhere">{name}</span>}
              checked={isChosen}
              disabled={isChosen ? y.length === 1 : y.length >= chartLimits.series}
              onChange={() => onChange(isChosen ? y.filter((other) => other !== name) : [...y, name])}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
