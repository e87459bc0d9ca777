import { formatAgo, formatMoment } from '../../format/format.ts';

/** How long ago something was: “3 hours ago”; the moment itself on hover. */
export function TimeAgo({ at, className }: { at: string; className?: string | undefined }) {
  return (
    <time dateTime={at} title={formatMoment(at)} className={className}>
      {formatAgo(at)}
    </time>
  );
}
