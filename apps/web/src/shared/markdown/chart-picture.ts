/** A chart's SVG and the texts that it carries (docs/decisions/charts.md). */
export interface ChartPicture {
  address: string;
  description: string;
  widthPx: number;
  heightPx: number;
  query: ChartQuery | null;
}

export interface ChartQuery {
  id: string;
  title: string | null;
  sql: string;
  resultHash: string;
}

export function readPicture(svg: string): ChartPicture {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const textOf = (name: string) => root.querySelector(`:scope > ${name}`)?.textContent ?? '';
  return {
    address: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`,
    description: textOf('desc'),
    widthPx: Number(root.getAttribute('width')),
    heightPx: Number(root.getAttribute('height')),
    query: readQuery(textOf('metadata')),
  };
}

function readQuery(metadata: string): ChartQuery | null {
  if (metadata === '') return null;
  const { query = null }: { query?: ChartQuery | null } = JSON.parse(metadata);
  return query;
}
