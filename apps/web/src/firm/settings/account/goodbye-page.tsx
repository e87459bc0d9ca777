import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { formatCount } from '../../../base/format/format.ts';
import { commonTexts } from '../../../base/texts/common.ts';
import { linkStyle } from '../../../base/ui/buttons.tsx';
import { accountTexts } from './texts.ts';

const { goodbye: texts } = accountTexts;
const counted = [
  'engagementsDeleted',
  'deliverablesDeleted',
  'runsDeleted',
  'auditLogsAnonymized',
] as const;

/** The last page of a workspace: confirms that it is erased, and lists what it contained. */
export function GoodbyePage() {
  const erased = useLocation({ select: ({ state }) => state.erased });
  useEffect(() => {
    document.title = `${texts.documentTitle} · ${commonTexts.product}`;
  }, []);
  return (
    <div className="flex flex-col gap-5">
      <h1 className="font-semibold text-2xl tracking-tight">{texts.title}</h1>
      <p className="text-muted">{texts.lead}</p>
      {erased && (
        <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 rounded-xl border p-4">
          {counted.map((name) => (
            <div key={name} className="contents">
              <dt className="text-muted">{texts.counts[name]}</dt>
              <dd className="figures text-right font-medium">{formatCount(erased[name])}</dd>
            </div>
          ))}
        </dl>
      )}
      <Link to="/sign-up" className={`${linkStyle} self-start`}>
        {texts.again}
      </Link>
    </div>
  );
}
