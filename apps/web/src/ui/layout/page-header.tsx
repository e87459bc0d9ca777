import { type ReactNode, useEffect } from 'react';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';

interface PageHeaderProps {
  title: string;
  /** Title of the browser tab, if it differs from `title`. */
  documentTitle?: string | undefined;
  /** Links to the pages above, the highest first. */
  above?: readonly ReactNode[];
  /** Name of this page in the breadcrumbs, if it differs from `title`. */
  crumb?: string | undefined;
  /** Badges after the title. */
  badges?: ReactNode;
  description?: ReactNode;
  /** Buttons; the main one last. */
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
      documentTitle === commonTexts.product ? documentTitle : `${documentTitle} · ${commonTexts.product}`;
  }, [documentTitle]);
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-60">
        {above && <Breadcrumbs above={above} current={crumb ?? title} className="mb-1" />}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="wrap-anywhere min-w-0 font-semibold text-xl tracking-tight">{title}</h1>
          {badges}
        </div>
        {description && <div className="wrap-anywhere mt-1 max-w-2xl text-muted">{description}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
