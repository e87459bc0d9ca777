import { portalTexts } from '../../../texts/en/portal.ts';
import { usePortal } from '../portal-context.ts';
import type { AskedItem } from './list-asked.ts';

const texts = portalTexts.cover;

/** Names the engagement, the client and the firm, and says how things stand. */
export function CoverHead({ asked }: { asked: readonly AskedItem[] }) {
  const { view } = usePortal();
  const { engagement, branding, cover } = view;
  const { asked: askedText, preparing, settled } = texts.state;
  const quiet = cover.state === 'preparing' ? preparing(branding.companyName ?? '') : settled;
  return (
    <div className="flex flex-col gap-2">
      <p className="wrap-anywhere">{texts.preparedFor(engagement.client)}</p>
      <h1 className="wrap-anywhere text-balance font-semibold text-3xl leading-tight tracking-tight md:text-4xl">
        {engagement.name}
      </h1>
      <p className="mt-2 text-lg">{asked.length > 0 ? askedText(asked.length) : quiet}</p>
    </div>
  );
}
