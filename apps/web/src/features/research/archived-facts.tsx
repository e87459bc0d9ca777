import type { ArchivedPage } from '@ecp/contract/work/research';
import type { ReactNode } from 'react';
import { formatBytes, formatMoment, formatUtcDay } from '../../format/format.ts';
import { researchTexts } from '../../texts/en/findings/research.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';

const texts = researchTexts.page;

/** Shows the address of a page, the time of reading, its own author and date, and the hash that proves its bytes. */
export function ArchivedFacts({ page }: { page: ArchivedPage }) {
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
        <span dir="auto">{said.length > 0 ? said.join(', ') : texts.saysNothing}</span>
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
