import { MailCheck } from 'lucide-react';
import { authTexts } from '../../texts/en/auth.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { AuthHeading } from './auth-heading.tsx';

/** Says that a mail may arrive. The text is the same whether or not an account exists. */
export function MailedNotice({ text, onBack }: { text: string; onBack: () => void }) {
  return (
    <div role="status">
      <MailCheck aria-hidden className="mb-4 size-8 text-accent-text" />
      <AuthHeading title={authTexts.mailed.title} lead={text} />
      <Button onClick={onBack}>{authTexts.mailed.back}</Button>
    </div>
  );
}
