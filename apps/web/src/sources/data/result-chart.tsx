import { type ChartSpec, chartLimits, chartTypes } from '@ecp/charts/reading/chart-spec';
import type { NumberStyle } from '@ecp/language/number-style';
import { useState } from 'react';
import { CheckboxField, TextField } from '../../base/ui/fields/fields.tsx';
import { SelectField } from '../../base/ui/fields/select.tsx';
import { CodeBlock } from '../../base/ui/layout/page.tsx';
import { keyColumns } from '../../shared/data/data-grid.tsx';
import type { RecordedQuery, TableColumn } from '../../shared/data/data-queries.ts';
import { dataTexts } from '../../shared/data/texts.ts';
import { titleOf } from './chart-title.ts';
import { DrawnChart, PngButton, queryDrawing } from './drawings.tsx';
import { InsertButton } from './insert-dialog.tsx';
import { proposeChart, writeChartBlock } from './result-formats.ts';
import { writeTableBlock } from './write-table-block.ts';

const texts = dataTexts.chart;

interface ResultChartProps {
  engagementId: string;
  query: RecordedQuery;
}

/** Draws the result as documents show it. Its kind, columns and title can be changed. */
export function ResultChart({ engagementId, query }: ResultChartProps) {
  const [spec, setSpec] = useState(() => proposeChart(query));
  if (spec === null) {
    const write = async (_form: 'table' | 'chart', style: NumberStyle) =>
      writeTableBlock(query, style);
    return <InsertButton engagementId={engagementId} forms={['table']} write={write} />;
  }
  const drawing = queryDrawing(engagementId, spec);
  return (
    <section aria-label={texts.title} className="flex min-w-0 flex-col gap-3">
      <DrawnChart drawing={drawing} />
      <div className="flex flex-wrap gap-2">
        <PngButton drawing={drawing} />
        <InsertButton
          engagementId={engagementId}
          forms={['chart', 'table']}
          write={async (form, style) =>
            form === 'chart' ? writeChartBlock(spec) : writeTableBlock(query, style)
          }
        />
      </div>
      <details className="min-w-0">
        <summary className="w-fit cursor-pointer rounded font-medium text-sm">
          {texts.change}
        </summary>
        <div className="flex flex-col gap-4 pt-3">
          <ChartFields columns={query.columns} spec={spec} onChange={setSpec} />
          <CodeBlock label={texts.block} code={writeChartBlock(spec)} copyLabel={texts.copy} />
        </div>
      </details>
    </section>
  );
}

interface ChartFieldsProps {
  columns: readonly TableColumn[];
  spec: ChartSpec;
  onChange: (spec: ChartSpec) => void;
}

/** The choices of a chart: its kind, the columns across and up, title and unit. */
function ChartFields({ columns, spec, onChange }: ChartFieldsProps) {
  const { type, x, y, title, unit } = spec;
  /** A title that nobody has written follows the columns. */
  const plot = (next: Pick<ChartSpec, 'x' | 'y'>) =>
    onChange({
      ...spec,
      ...next,
      title: title === titleOf(y, x) ? titleOf(next.y, next.x) : title,
    });
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
        onChange={(column) => plot({ x: column, y })}
      />
      <ValueColumns columns={columns} y={y} onChange={(next) => plot({ x, y: next })} />
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
              onChange={() =>
                onChange(isChosen ? y.filter((other) => other !== name) : [...y, name])
              }
            />
          );
        })}
      </div>
    </fieldset>
  );
}
