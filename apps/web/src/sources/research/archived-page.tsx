import type { ArchivedPage as ArchivedPageFacts } from '@ecp/contract/work/research';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useCanGoBack, useRouter } from '@tanstack/react-router';
import { ArrowLeft, Download } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../../base/api/client.ts';
import { citationsQuery, titleOf } from '../../base/api/document-queries.ts';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { saveDownload } from '../../base/api/save-download.ts';
import { formatBytes, formatMoment, formatUtcDay } from '../../base/format/format.ts';
import { listed } from '../../base/format/words.ts';
import { Badge } from '../../base/ui/badges.tsx';
import { Button, CopyButton } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { Page, PageHeader } from '../../base/ui/layout/page.tsx';
import { ErrorState, PageSkeleton } from '../../base/ui/states.tsx';
import { findCited, MarkedBlocks, splitPassages } from '../../shared/citations/passages.tsx';
import { findNear, jumpTo } from '../../shared/markdown/find-words.ts';
import type { FoundWords } from '../../shared/search/found-words.ts';
import { type ArchivedSearch, pageQuery } from './research.ts';
import { researchTexts } from './texts.ts';

const route = getRouteApi('/shell/engagements/$engagementId/research/$pageId');
const texts = researchTexts.page;

/**
 * Shows a page as it was archived: its facts, and its text with the words of a citation or a search
 * marked.
 */
export function ArchivedPage() {
  const { engagementId, pageId } = route.useParams();
  const search = route.useSearch();
  const { data: page, error, isLoadingError, refetch } = useQuery(pageQuery(engagementId, pageId));
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const words = useCitedWords(engagementId, pageId, search);
  const citing = search.document === undefined ? null : titleOf(search.document, engagement);
  const back = <BackLink engagementId={engagementId} search={search} title={citing} />;
  if (isLoadingError) {
    return (
      <Page>
        {back}
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!page || words === undefined) return <PageSkeleton />;
  return (
    <Page>
      <PageHeader
        above={[back]}
        title={page.title}
        badges={<Badge>{texts.kind}</Badge>}
        actions={<DownloadOriginal engagementId={engagementId} page={page} />}
      />
      <ArchivedFacts page={page} />
      <ArchivedText
        key={`${pageId} ${search.words} ${search.near}`}
        text={page.text}
        words={words}
        citing={citing}
        found={search}
      />
    </Page>
  );
}

/**
 * Shows the address of a page, the time of reading, its own author and date, and the hash that
 * proves its bytes.
 */
function ArchivedFacts({ page }: { page: ArchivedPageFacts }) {
  const { url, fetchedAt, author, publishedOn, sizeBytes, sha256 } = page;
  const said = [
    author && researchTexts.pages.author(author),
    publishedOn && researchTexts.pages.dated(formatUtcDay(publishedOn)),
  ].filter(Boolean);
  return (
    <dl className="grid gap-x-8 gap-y-3 rounded-xl border bg-surface p-4 md:grid-cols-2">
      <Fact term={texts.address} action={<CopyButton text={url} label={texts.copyAddress} />} wide>
        {url}
      </Fact>
      <Fact term={texts.read}>
        <time dateTime={fetchedAt}>{formatMoment(fetchedAt)}</time>
        <span className="text-muted"> · {formatBytes(sizeBytes)}</span>
      </Fact>
      <Fact term={texts.says}>
        <span dir="auto">{said.length > 0 ? listed(said) : texts.saysNothing}</span>
      </Fact>
      <Fact term={texts.hash} action={<CopyButton text={sha256} label={texts.copyHash} />} wide>
        <code className="text-sm">{sha256}</code>
      </Fact>
    </dl>
  );
}

interface FactProps {
  term: string;
  action?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

function Fact({ term, action, wide = false, children }: FactProps) {
  return (
    <div className={wide ? 'min-w-0 md:col-span-2' : 'min-w-0'}>
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="figures flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="wrap-anywhere min-w-0">{children}</span>
        {action}
      </dd>
    </div>
  );
}

/** Characters that are rendered at once, and after the cited words. A page may have two million. */
const shownAtOnce = 200_000;
const shownAfter = 10_000;

interface ArchivedTextProps {
  text: string;
  /** The wordings of the citation that was followed; null without one. */
  words: readonly (string | null)[] | null;
  citing: string | null;
  found: FoundWords;
}

/** The text of an archived page, as plain characters, opened at the cited or found words. */
function ArchivedText({ text, words, citing, found }: ArchivedTextProps) {
  const article = useRef<HTMLElement>(null);
  const { words: sought, near = '' } = found;
  const marks = useMemo(
    () =>
      sought === undefined ? findCited(text, words ?? []) : findNear(text, { words: sought, near }),
    [text, words, sought, near],
  );
  const [limit, setLimit] = useState(() =>
    Math.max(shownAtOnce, (marks.at(-1)?.end ?? 0) + shownAfter),
  );
  const blocks = useMemo(() => splitPassages(text, marks, limit), [text, marks, limit]);
  useEffect(() => {
    const mark = article.current?.querySelector<HTMLElement>('mark');
    if (mark) jumpTo(mark, 'center');
  }, []);
  const note =
    citing !== null &&
    words !== null &&
    (marks.length > 0 ? texts.cited(citing) : texts.notFound(citing));
  return (
    <div className="flex max-w-170 flex-col gap-4">
      <p className="text-muted text-sm">{texts.about}</p>
      {note && (
        <p
          className={classNames(
            'rounded-lg px-3 py-2 text-sm',
            marks.length > 0 ? goodNote : warnNote,
          )}
        >
          {note}
        </p>
      )}
      <article
        ref={article}
        aria-label={texts.text}
        className="flex flex-col gap-4 leading-relaxed"
      >
        <MarkedBlocks blocks={blocks} />
      </article>
      {text.length > limit && (
        <Button className="self-start" onClick={() => setLimit(text.length)}>
          {texts.rest(formatBytes(text.length - limit))}
        </Button>
      )}
    </div>
  );
}

const goodNote = 'bg-good-soft text-good';
const warnNote = 'bg-warn-soft text-warn';

const style = 'inline-flex min-w-0 items-center gap-1.5 rounded hover:text-ink';

interface BackLinkProps {
  engagementId: string;
  search: ArchivedSearch;
  /** Title of the citing document; null if the address names none. */
  title: string | null;
}

/** Leads back to the place in the citing document, or to the research of the engagement. */
function BackLink({ engagementId, search: { document, version }, title }: BackLinkProps) {
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  if (document === undefined || title === null) {
    return (
      <Link to="/engagements/$engagementId/research" params={{ engagementId }} className={style}>
        <ArrowLeft aria-hidden className="size-4 shrink-0" />
        {texts.all}
      </Link>
    );
  }
  const goBack = (event: MouseEvent) => {
    if (!canGoBack || event.metaKey || event.ctrlKey || event.shiftKey) return;
    // The browser's history knows the place in the document, a new visit does not.
    event.preventDefault();
    history.back();
  };
  return (
    <Link
      to="/engagements/$engagementId/deliverables/$filename"
      params={{ engagementId, filename: document }}
      search={version === undefined ? {} : { version }}
      onClick={goBack}
      className={style}
    >
      <ArrowLeft aria-hidden className="size-4 shrink-0" />
      <span className="truncate">{texts.back(title)}</span>
    </Link>
  );
}

/**
 * Saves the archived bytes of a page. They are never opened in the browser, because they come from
 * outside.
 */
function DownloadOriginal({
  engagementId,
  page,
}: {
  engagementId: string;
  page: { id: string; title: string };
}) {
  const download = useMutation({
    mutationFn: async () =>
      saveDownload(
        await api.downloadPage({ id: engagementId, pageId: page.id }),
        `${page.title}.txt`,
      ),
  });
  return (
    <Button icon={Download} busy={download.isPending} onClick={() => download.mutate()}>
      {researchTexts.page.download}
    </Button>
  );
}

const isNumber = (text: string | undefined): text is string =>
  text !== undefined && /^\d{1,9}$/.test(text);

/**
 * Returns the wordings of a citation to look for. Undefined while they load; null if it does not
 * cite the page.
 */
function useCitedWords(
  engagementId: string,
  pageId: string,
  { document = '', version, citation }: ArchivedSearch,
): readonly (string | null)[] | null | undefined {
  const isAsked = document !== '' && isNumber(version) && isNumber(citation);
  const query = citationsQuery(engagementId, document, Number(version));
  const { data, isError } = useQuery({ ...query, enabled: isAsked });
  if (!isAsked || isError) return null;
  if (!data) return undefined;
  const cited = data.citations[Number(citation)];
  return cited?.page?.id === pageId ? [cited.quote, cited.passage] : null;
}
