import { formatAgo, formatMoment } from '../../format/format.ts';

/** Shows how long ago something was, such as “3 hours ago”, and the exact time on hover. */
export function TimeAgo({ at, className }: { at: string; className?: string | undefined }) {
  return (
    <time dateTime={at} title={formatMoment(at)} className={className}>
      {formatAgo(at)}
    </time>
  );
}
