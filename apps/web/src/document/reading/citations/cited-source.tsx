import type { Citation, CitedSource } from '@ecp/contract/values/citations';
import { titleOfFilename } from '@ecp/markdown/name-sources';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  Calculator,
  CircleHelp,
  FileText,
  Globe,
  type LucideIcon,
  MessageSquare,
  NotebookPen,
  NotebookText,
  Paperclip,
  Table2,
  UserPen,
} from 'lucide-react';
import { titleOf } from '../../../base/api/document-queries.ts';
import { engagementQuery } from '../../../base/api/engagement-queries.ts';
import { listed, namePlace } from '../../../base/format/words.ts';
import { readingTexts } from '../../../base/texts/reading.ts';
import { linkStyle } from '../../../base/ui/buttons.tsx';
import { defer } from '../../../base/ui/defer.ts';
import { isOwnAddress } from '../../../shared/markdown/markdown.tsx';
import type { CitedPage } from './archived-source.tsx';

const texts = readingTexts.citations;
/** Loads on demand, because only research archives pages. */
const archivedSource = defer(() => import('./archived-source.tsx'));
const icons: Record<CitedSource['kind'], LucideIcon> = {
  attachment: Paperclip,
  url: Globe,
  brief: NotebookText,
  deliverable: FileText,
  colleague: MessageSquare,
  reviewer: UserPen,
  query: Table2,
  notebook: NotebookPen,
  unknown: CircleHelp,
};

type Cited = Pick<Citation, 'source' | 'passage' | 'derivation'>;

/** Returns true for a statement that rests on a calculation and on no source of its own. */
export const isCalculation = ({ source: { kind, title }, passage, derivation }: Cited): boolean =>
  kind === 'unknown' && title === '' && (derivation !== null || /^[=＝]/u.test(passage ?? ''));

/**
 * Names a citation by its footnote; one without a footnote by what it is: quoted words, a
 * calculation or a statement.
 */
export function nameCitation(
  citation: Cited & Pick<Citation, 'quote'> & { number: string | null },
): string {
  if (citation.number !== null) return texts.number(citation.number);
  if (citation.quote !== null) return texts.quoteOnly;
  return citation.derivation === null ? texts.statement : texts.calculation;
}

/**
 * Returns a readable name of what a citation rests on: its source, even if the author gave none, or
 * a calculation.
 */
export function nameSource(citation: Cited): string {
  const { kind, title, location } = citation.source;
  const name = kind === 'brief' ? texts.brief : titleOfFilename(title);
  if (!isCalculation(citation))
    return listed([name || texts.unnamed, location && namePlace(location)]);
  const words = citation.passage?.replace(/^[=＝]\s*|(?:\s*[;,；、])+\s*$/gu, '') ?? '';
  return [texts.calculation, words].filter(Boolean).join(' ');
}

interface CitedSourceLineProps {
  source: CitedSource;
  /** The text calculates the figure and names no source for it. */
  isCalculated?: boolean;
  engagementId: string;
  /**
   * The archived page that is cited, with the citation to open it at; null or absent for other
   * sources.
   */
  archived?: CitedPage | null;
  /** Shows an attached file at the cited place; without it the name leads to the list of files. */
  onOpen?: (() => void) | undefined;
}

export function CitedSourceLine({
  source,
  isCalculated,
  engagementId,
  archived,
  onOpen,
}: CitedSourceLineProps) {
  const { kind, title, location } = source;
  const parts = archivedSource.useModule(Boolean(archived));
  if (archived && parts)
    return <parts.ArchivedSource engagementId={engagementId} title={title} archived={archived} />;
  if (isCalculated)
    return (
      <p className="flex min-w-0 gap-2 text-muted">
        <Calculator aria-hidden className="mt-0.5 size-4 shrink-0" />
        {texts.calculation}
      </p>
    );
  const Icon = icons[kind];
  return (
    <div className="flex min-w-0 gap-2">
      <Icon
        role="img"
        aria-label={texts.kind[kind]}
        className="mt-0.5 size-4 shrink-0 text-muted"
      />
      <p className="min-w-0">
        <SourceName kind={kind} title={title} engagementId={engagementId} onOpen={onOpen} />
        {location && location !== title && (
          <span className="text-muted"> · {namePlace(location)}</span>
        )}
      </p>
    </div>
  );
}

interface SourceNameProps extends Pick<CitedSourceLineProps, 'engagementId' | 'onOpen'> {
  kind: CitedSource['kind'];
  title: string;
}

function SourceName({ kind, title: given, engagementId, onOpen }: SourceNameProps) {
  const { data: engagement } = useQuery({
    ...engagementQuery(engagementId),
    enabled: kind === 'deliverable',
  });
  const title = kind === 'deliverable' ? titleOf(given, engagement) : titleOfFilename(given);
  if (title === '') return <span className="text-muted">{texts.unnamed}</span>;
  if (kind === 'url' && /^https?:/i.test(title) && !isOwnAddress(title)) {
    return (
      <a href={title} target="_blank" rel="noopener noreferrer nofollow" className={linkStyle}>
        {title}
        <span className="sr-only">{readingTexts.markdown.outside}</span>
      </a>
    );
  }
  const params = { engagementId };
  if (kind === 'attachment' && onOpen) {
    return (
      <button type="button" onClick={onOpen} className={`text-start ${linkStyle}`}>
        {title}
      </button>
    );
  }
  if (kind === 'attachment') {
    return (
      <Link to="/engagements/$engagementId/attachments" params={params} className={linkStyle}>
        {title}
      </Link>
    );
  }
  if (kind === 'brief') {
    return (
      <Link to="/engagements/$engagementId" params={params} className={linkStyle}>
        {texts.brief}
      </Link>
    );
  }
  return <span className="font-medium">{title}</span>;
}
