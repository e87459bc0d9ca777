import type { ChartSpec } from '@ecp/charts/reading/chart-spec';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Image } from 'lucide-react';
import { api } from '../../base/api/client.ts';
import { explainError } from '../../base/api/explain-error.ts';
import { saveBlob } from '../../base/api/save-download.ts';
import { sentence, sentences } from '../../base/format/words.ts';
import { Button } from '../../base/ui/buttons.tsx';
import { Skeleton } from '../../base/ui/states.tsx';
import { useShownTheme } from '../../base/ui/theme/theme.ts';
import { showErrorToast } from '../../base/ui/toasts/show-toast.ts';
import { dataTexts } from '../../shared/data/texts.ts';
import { type ChartPicture, readPicture } from '../../shared/markdown/chart-picture.ts';

const texts = dataTexts.chart;
type Theme = 'light' | 'dark';

/** A picture that the service draws of a query's result or of a table. */
interface Drawing {
  key: readonly unknown[];
  title: string;
  draw: (theme: Theme, signal: AbortSignal) => Promise<{ blob(): Promise<Blob> }>;
}

/** The chart of a recorded query. */
export const queryDrawing = (
  engagementId: string,
  { query: queryId, ...chart }: ChartSpec,
): Drawing => ({
  key: [engagementId, 'query', queryId, chart],
  title: chart.title,
  draw: (theme, signal) =>
    api.previewChart({ id: engagementId, queryId, ...chart, theme }, { signal }),
});

/** The chart that fits a table. */
export const tableDrawing = (engagementId: string, tableId: string, title: string): Drawing => ({
  key: [engagementId, 'table', tableId, title],
  title,
  draw: (theme, signal) =>
    api.drawTableChart({ id: engagementId, tableId, title, theme }, { signal }),
});

/** What is drawn never changes. Without a title it sends no request. */
const pictureQuery = ({ key, title, draw }: Drawing, theme: Theme) =>
  queryOptions({
    queryKey: ['data', 'drawing', ...key, theme],
    enabled: title.trim() !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      const drawing = await draw(theme, signal);
      return readPicture(await (await drawing.blob()).text());
    },
  });

/** Shows the picture that documents would show. The one before stays until the next is there. */
export function DrawnChart({ drawing }: { drawing: Drawing }) {
  const theme = useShownTheme();
  const { data, error } = useQuery(pictureQuery(drawing, theme));
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
      alt={sentences([sentence(texts.picture(drawing.title)), data.description])}
      width={data.widthPx}
      height={data.heightPx}
      className="h-auto max-w-full rounded-lg border bg-surface p-2"
    />
  );
}

/** Saves a chart as PNG on white, twice as large as on the page. */
export function PngButton({ drawing }: { drawing: Drawing }) {
  const queryClient = useQueryClient();
  const save = async () => {
    const picture = await queryClient.fetchQuery(pictureQuery(drawing, 'light'));
    saveBlob(await paint(picture), `${nameFile(drawing.title)}.png`);
  };
  return (
    <Button icon={Image} size="small" onClick={() => void save().catch(showErrorToast)}>
      {texts.png}
    </Button>
  );
}

const nameFile = (title: string) =>
  title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '') || 'chart';

const pngScale = 2;

async function paint({ address, widthPx, heightPx }: ChartPicture): Promise<Blob> {
  const image = document.createElement('img');
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = widthPx * pngScale;
  canvas.height = heightPx * pngScale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser paints no pictures');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large'))),
      'image/png',
    );
  });
}
