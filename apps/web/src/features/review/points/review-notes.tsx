import { readPoints } from './points.ts';

/** Shows the notes of a review. Several points are numbered. */
export function ReviewNotes({ notes }: { notes: string }) {
  const points = readPoints(notes);
  if (points.length < 2) return <p className="whitespace-pre-line">{points[0]}</p>;
  return (
    <ol className="list-decimal space-y-1 pl-5 marker:text-muted">
      {[...points.entries()].map(([at, point]) => (
        <li key={at} className="whitespace-pre-line pl-1">
          {point}
        </li>
      ))}
    </ol>
  );
}
