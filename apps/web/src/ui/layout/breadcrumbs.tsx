import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { classNames } from '../class-names.ts';

interface BreadcrumbsProps {
  /** Links to the pages above, the highest first. */
  above: readonly ReactNode[];
  /** Name of this page; undefined while it loads. */
  current: string | undefined;
  className?: string;
}

/**
 * The way from the top to this page. In little room the parts in the middle give way first, to their first letters; all
 * of them stay links.
 */
export function Breadcrumbs({ above, current, className }: BreadcrumbsProps) {
  return (
    <nav aria-label={commonTexts.breadcrumbs} className={classNames('min-w-0 text-muted text-sm', className)}>
      <ol className="flex min-w-0 items-center gap-1">
        {above.map((link, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a level of the way is its place.
          <Fragment key={index}>
            <li
              className={classNames(
                'min-w-6 truncate [&_a:hover]:text-ink [&_a]:rounded',
                index === 0 ? 'max-w-max shrink' : index === above.length - 1 ? 'shrink-[4]' : 'shrink-[24]',
              )}
            >
              {link}
            </li>
            <li aria-hidden className="shrink-0">
              <ChevronRight className="size-3.5" />
            </li>
          </Fragment>
        ))}
        <li aria-current="page" className="min-w-10 shrink-[4] truncate text-ink" title={current}>
          {current}
        </li>
      </ol>
    </nav>
  );
}
