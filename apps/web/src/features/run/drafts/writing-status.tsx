import type { RunView } from '../../../domain/runs/use-run-view.ts';
import { useDrafts } from '../../../live/use-run-events.ts';
import { runTexts } from '../../../texts/en/run.ts';

/** Tells screen readers which documents are being written, whenever one begins or ends. */
export function WritingStatus({ view: { engagement, run, projection } }: { view: RunView }) {
  const working = projection.tasks.filter(({ state }) => state === 'working');
  const names = useDrafts(engagement.id, run.id, (drafts) =>
    working
      .filter(({ id }) => drafts.has(id))
      .map(({ name }) => name)
      .join(', '),
  );
  return (
    <p role="status" className="sr-only">
      {names === '' ? '' : runTexts.drafts.status(names)}
    </p>
  );
}
