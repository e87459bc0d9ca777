import type { ChartSpec } from '@ecp/charts/reading/chart-spec';
import { useState } from 'react';
import type { RecordedQuery } from '../../../domain/data/queries.ts';
import { dataTexts } from '../../../texts/en/data.ts';
import { CodeBlock } from '../../../ui/layout/code-block.tsx';
import { ChartFields } from './chart-fields.tsx';
import { DrawnChart } from './drawn-chart.tsx';
import { proposeChart, writeChartBlock } from './propose-chart.ts';

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
