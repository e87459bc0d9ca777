import { useEffect } from 'react';
import { commonTexts } from '../../texts/en/shared/common.ts';

/** Title of a form and of the document. */
export function AuthHeading({ title, lead }: { title: string; lead?: string | undefined }) {
  useEffect(() => {
    document.title = `${title} · ${commonTexts.product}`;
  }, [title]);
  return (
    <div className="mb-6">
      <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
      {lead && <p className="mt-1 text-muted">{lead}</p>}
    </div>
  );
}
