import { Mail, MailX } from 'lucide-react';
import { releaseTexts as texts } from '../../../texts/en/clients/release.ts';
import { Warning } from '../../../ui/states/warning.tsx';
import { nameOfLink } from '../links/queries.ts';
import type { ChosenDocument, ReleaseForm } from './use-release-form.ts';

const titlesOf = (chosen: readonly ChosenDocument[]) => chosen.map(({ document }) => document.title);

/** Says before a release what to think about: versions that nobody has approved, steps back, and who gets a mail. */
export function ReleaseNotes({ form: { documents, chosenLinks } }: { form: ReleaseForm }) {
  const chosen = documents.filter(({ version }) => version !== null);
  const unapproved = chosen.filter(({ isApproved }) => !isApproved);
  const older = chosen.filter(({ goesBack }) => goesBack);
  const mailed = chosenLinks.filter(({ clientEmail }) => clientEmail !== null);
  const notMailed = chosenLinks.filter(({ clientEmail }) => clientEmail === null);
  return (
    <div role="status" className="flex flex-col gap-2 empty:hidden">
      {unapproved.length > 0 && <Warning>{texts.unapproved(titlesOf(unapproved))}</Warning>}
      {older.length > 0 && <Warning>{texts.older(titlesOf(older))}</Warning>}
      {mailed.length > 0 && (
        <p className="flex items-start gap-2 text-muted text-sm">
          <Mail aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="wrap-anywhere">
            {texts.mailed(mailed.map((link) => `${nameOfLink(link)} (${link.clientEmail})`))}
          </span>
        </p>
      )}
      {notMailed.length > 0 && (
        <p className="flex items-start gap-2 text-muted text-sm">
          <MailX aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="wrap-anywhere">{texts.notMailed(notMailed.map(nameOfLink))}</span>
        </p>
      )}
    </div>
  );
}
