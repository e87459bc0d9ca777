import { ChevronRight } from 'lucide-react';
import { Fragment, isValidElement, type ReactNode } from 'react';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { classNames } from '../class-names.ts';

interface BreadcrumbsProps {
  /** Links to the pages above, the highest first. */
  above: readonly ReactNode[];
  /** Name of this page; undefined while it loads. */
  current: string | undefined;
  className?: string;
}

/** The most characters of a name that stays whole while there is room for it. */
const shortLength = 16;

/** Returns the class by which a name shrinks: long ones share the loss, short ones give way after all of them. */
const shrinkOf = (label: ReactNode): string =>
  typeof label === 'string' && label.length <= shortLength ? 'min-w-6 shrink' : 'min-w-10 shrink-[1000]';

/** Returns the text of a link; undefined if it is more than a text. */
const labelOf = (link: ReactNode): ReactNode =>
  isValidElement<{ children?: ReactNode }>(link) ? link.props.children : link;

/** The way from the top to this page. In little room the long names give way, and all of them stay links. */
export function Breadcrumbs({ above, current, className }: BreadcrumbsProps) {
  return (
    <nav aria-label={commonTexts.breadcrumbs} className={classNames('min-w-0 text-muted text-sm', className)}>
      <ol className="flex min-w-0 items-center gap-1">
        {above.map((link, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a level of the way is its place.
          <Fragment key={index}>
            <li
              className={classNames(
                'truncate *:[a]:block *:[a]:truncate [&_a:focus-visible]:-outline-offset-2 [&_a:hover]:text-ink [&_a]:rounded',
                shrinkOf(labelOf(link)),
              )}
            >
              {link}
            </li>
            <li aria-hidden className="shrink-0">
              <ChevronRight className="size-3.5" />
            </li>
          </Fragment>
        ))}
        <li aria-current="page" className={classNames('truncate text-ink', shrinkOf(current))} title={current}>
          {current}
        </li>
      </ol>
    </nav>
  );
}
