import { type ChartSpec, chartLimits, chartTypes } from '@ecp/charts/reading/chart-spec';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { explainError } from '../../api/explain-error.ts';
import { keyColumns } from '../../data/data-grid.tsx';
import type { RecordedQuery, TableColumn } from '../../data/data-queries.ts';
import { dataTexts } from '../../data/texts.ts';
import { readPicture } from '../../markdown/chart-picture.ts';
import { CheckboxField, TextField } from '../../ui/fields/fields.tsx';
import { SelectField } from '../../ui/fields/select.tsx';
import { CodeBlock } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useShownTheme } from '../../ui/theme/theme.ts';
import { proposeChart, writeChartBlock } from './result-formats.ts';

const texts = dataTexts.chart;

interface ResultChartProps {
  engagementId: string;
  query: RecordedQuery;
}

/** Draws the result as a chart of a document, and gives the block that draws it there. Closed at first. */
export function ResultChart({ engagementId, query }: ResultChartProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [spec, setSpec] = useState(() => proposeChart(query));
  return (
    <details className="min-w-0" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded font-medium text-sm">{texts.title}</summary>
      {spec === null ? (
        <p className="pt-3 text-muted">{texts.noNumbers}</p>
      ) : (
        isOpen && <ChartParts engagementId={engagementId} query={query} spec={spec} onChange={setSpec} />
      )}
    </details>
  );
}

interface ChartPartsProps extends ResultChartProps {
  spec: ChartSpec;
  onChange: (spec: ChartSpec) => void;
}

function ChartParts({ engagementId, query, spec, onChange }: ChartPartsProps) {
  return (
    <div className="flex flex-col gap-4 pt-3">
      <p className="text-muted text-sm">{texts.about}</p>
      <ChartFields columns={query.columns} spec={spec} onChange={onChange} />
      <DrawnChart engagementId={engagementId} spec={spec} />
      <CodeBlock label={texts.block} code={writeChartBlock(spec)} copyLabel={texts.copy} />
    </div>
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

interface DrawnChartProps {
  engagementId: string;
  spec: ChartSpec;
}

/** Shows the picture that documents would show. The one before stays until the next is there. */
function DrawnChart({ engagementId, spec }: DrawnChartProps) {
  const theme = useShownTheme();
  const { data, error } = useQuery(drawingQuery(engagementId, spec, theme));
  if (error) {
    const { title } = explainError(error);
    return (
      <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger">
        {title}
      </p>
    );
  }
  if (!data) return <Skeleton className="aspect-16/9 w-full" />;
  return (
    <img
      src={data.address}
      alt={`${dataTexts.chart.picture(spec.title)}. ${data.description}`}
      width={data.widthPx}
      height={data.heightPx}
      className="h-auto max-w-full rounded-lg border bg-surface p-2"
    />
  );
}

/** A drawing of a recorded query's result, which never changes. Without a title it sends no request. */
function drawingQuery(engagementId: string, { query: queryId, ...chart }: ChartSpec, theme: 'light' | 'dark') {
  return queryOptions({
    queryKey: ['data', engagementId, 'drawing', queryId, chart, theme],
    enabled: chart.title.trim() !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      const drawing = await api.previewChart({ id: engagementId, queryId, ...chart, theme }, { signal });
      return readPicture(await (await drawing.blob()).text());
    },
  });
}
