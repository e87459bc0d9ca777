import { formatDay } from '../../../format/format.ts';
import { portalTexts } from '../../../texts/en/portal.ts';
import { usePortal } from '../portal-context.ts';

const texts = portalTexts.release;

/** Shows the message of the newest release, and who sent it. Renders nothing before the first release. */
export function ReleaseNote() {
  const { release } = usePortal().view.cover;
  if (!release) return null;
  const { message, releasedBy, releasedAt } = release;
  const day = formatDay(releasedAt);
  const from = releasedBy === null ? texts.on(day) : texts.from(releasedBy, day);
  if (message === null) return <p className="wrap-anywhere text-muted text-sm">{from}</p>;
  return (
    <figure className="border-accent-text/50 border-l-2 pl-4">
      <blockquote dir="auto" className="serif-text wrap-anywhere whitespace-pre-wrap text-pretty text-lg">
        {message}
      </blockquote>
      <figcaption className="wrap-anywhere mt-2 text-muted text-sm">{from}</figcaption>
    </figure>
  );
}
