import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Fragment, isValidElement, type ReactNode, useEffect, useId } from 'react';
import { commonTexts } from '../../texts/common.ts';
import { CopyButton } from '../buttons.tsx';
import { classNames } from '../class-names.ts';

/** The frame of a page inside the shell; `wide` for tables and graphs. */
export function Page({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'mx-auto flex w-full flex-col gap-6 p-4 md:p-8',
        wide ? 'max-w-none' : 'max-w-6xl',
      )}
    >
      {children}
    </div>
  );
}

interface PageHeaderProps {
  title: string;
  /** Title of the browser tab, if it differs from `title`. */
  documentTitle?: string | undefined;
  /** Links to the pages above, the highest first. */
  above?: readonly ReactNode[];
  /** Name of this page in the breadcrumbs, if it differs from `title`. */
  crumb?: string | undefined;
  badges?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}

/** Header of every page. It also sets the title of the document. */
export function PageHeader({
  title,
  documentTitle = title,
  above,
  crumb,
  badges,
  description,
  actions,
}: PageHeaderProps) {
  useEffect(() => {
    document.title =
      documentTitle === commonTexts.product
        ? documentTitle
        : `${documentTitle} · ${commonTexts.product}`;
  }, [documentTitle]);
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-60">
        {above && (
          <Breadcrumbs above={above} current={crumb ?? title} heading={title} className="mb-1" />
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="wrap-anywhere min-w-0 font-semibold text-xl tracking-tight">{title}</h1>
          {badges}
        </div>
        {description && (
          <div className="wrap-anywhere mt-1 max-w-2xl text-muted">{description}</div>
        )}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}

interface BreadcrumbsProps {
  above: readonly ReactNode[];
  /** Name of this page; undefined while it loads. */
  current: string | undefined;
  /** The heading below, which a phone does not repeat. */
  heading?: string;
  /** Shows on a phone only the way back, for a bar that has no room for the name of the page. */
  isBar?: boolean;
  className?: string;
}

/** The most characters of a name that stays whole while there is room for it. */
const shortLength = 18;

/**
 * Returns the class by which a name shrinks: long ones share the loss, short ones give way after
 * all of them.
 */
const shrinkOf = (label: ReactNode): string =>
  typeof label === 'string' && label.length <= shortLength
    ? 'min-w-6 shrink'
    : 'min-w-10 shrink-[1000]';

const labelOf = (link: ReactNode): ReactNode =>
  isValidElement<{ children?: ReactNode }>(link) ? link.props.children : link;

/** Cuts a name in one line on a wide screen; on a phone it stays whole. */
const crumbStyle = 'sm:truncate max-sm:wrap-anywhere max-sm:shrink';

/**
 * Returns the places that a phone shows: the last two that the heading of the page does not repeat.
 */
function placesOnPhone(
  labels: readonly ReactNode[],
  heading: string | undefined,
  isBar: boolean,
): readonly number[] {
  const wayBack = isBar ? labels.slice(0, -1) : labels;
  return [...wayBack.keys()].filter((index) => labels[index] !== heading).slice(isBar ? -1 : -2);
}

/**
 * The way from the top to this page. Long names give way to short ones; a phone shows the last two,
 * whole.
 */
export function Breadcrumbs({
  above,
  current,
  heading,
  isBar = false,
  className,
}: BreadcrumbsProps) {
  const onPhone = placesOnPhone([...above.map(labelOf), current], heading, isBar);
  const isWayBack = !onPhone.includes(above.length);
  return (
    <nav
      aria-label={commonTexts.breadcrumbs}
      className={classNames('min-w-0 text-muted text-sm', className)}
    >
      <ol className="flex min-w-0 items-center gap-1 max-sm:flex-wrap">
        {isWayBack && (
          <li aria-hidden className="shrink-0 sm:hidden">
            <ChevronLeft className="size-3.5" />
          </li>
        )}
        {above.map((link, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a level of the way is its place.
          <Fragment key={index}>
            <li
              className={classNames(
                crumbStyle,
                'sm:*:[a]:block sm:*:[a]:truncate [&_a:focus-visible]:-outline-offset-2 [&_a:hover]:text-ink [&_a]:rounded',
                shrinkOf(labelOf(link)),
                !onPhone.includes(index) && 'max-sm:hidden',
              )}
            >
              {link}
            </li>
            <li
              aria-hidden
              className={classNames(
                'shrink-0',
                !(onPhone[0] === index && onPhone.length > 1) && 'max-sm:hidden',
              )}
            >
              <ChevronRight className="size-3.5" />
            </li>
          </Fragment>
        ))}
        <li
          aria-current="page"
          className={classNames(
            crumbStyle,
            'text-ink',
            shrinkOf(current),
            isWayBack && 'max-sm:hidden',
          )}
          title={current}
        >
          {current}
        </li>
      </ol>
    </nav>
  );
}

interface PartHeaderProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
}

/** Header of one part of a page, above a list with its own frame. */
export function PartHeader({ title, description, actions }: PartHeaderProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-semibold text-lg">{title}</h2>
        {description && <div className="mt-0.5 max-w-2xl text-muted">{description}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}

interface SectionProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Section({ title, description, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-xl border bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b px-4 py-3">
        <div className="min-w-0 sm:flex-1 sm:basis-60">
          <h2 id={id} className="wrap-anywhere font-semibold">
            {title}
          </h2>
          {description && <div className="text-muted text-sm">{description}</div>}
        </div>
        {actions}
      </div>
      <div className="p-4">{children}</div>
    </section>
  );
}

interface FactLineProps {
  facts: readonly (readonly [name: string, value: string])[];
}

export function FactLine({ facts }: FactLineProps) {
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt className="text-muted text-sm">{term}</dt>
          <dd className="figures font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface CodeBlockProps {
  label: string;
  code: string;
  copyLabel?: string | undefined;
}

/**
 * Code for a terminal or an editor, with a copy button. Long lines wrap, so that nothing scrolls.
 */
export function CodeBlock({ label, code, copyLabel }: CodeBlockProps) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border bg-sunken">
      <div className="flex items-center justify-between gap-3 border-b px-3 py-1.5">
        <figcaption className="wrap-anywhere min-w-0 text-muted text-sm">{label}</figcaption>
        <CopyButton text={code} label={copyLabel} />
      </div>
      <pre className="whitespace-pre-wrap p-3 font-mono text-xs leading-relaxed [overflow-wrap:anywhere]">
        <code>{code}</code>
      </pre>
    </figure>
  );
}

/**
 * The first stop of the Tab key, visible while focused. It skips the navigation and leads to `<main
 * id="content">`.
 */
export function SkipLink({ children }: { children: string }) {
  return (
    <a
      href="#content"
      className="fixed top-3 left-3 z-50 -translate-y-20 rounded-lg bg-accent px-3 py-2 font-medium text-accent-ink focus:translate-y-0 print:hidden"
    >
      {children}
    </a>
  );
}
