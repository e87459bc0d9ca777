import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/session.ts';
import { sessionTexts } from '../../texts/en/settings/sessions.ts';
import { Button } from '../../ui/buttons/button.tsx';

const { confirm: texts } = sessionTexts;

/** Asks a person who signed up to confirm the address, until it is done (AUT-18). */
export function ConfirmAddressNotice() {
  const { user, confirmationPending } = useSession();
  const again = useMutation({ mutationFn: () => api.requestConfirmation({}) });
  if (!confirmationPending) return null;
  return (
    <section
      aria-label={texts.label}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b bg-accent-soft px-4 py-2.5 md:px-8"
    >
      <p className="min-w-0 flex-1 basis-64">{texts.ask(user.email)}</p>
      <Button busy={again.isPending} disabled={again.isSuccess} onClick={() => again.mutate()}>
        {again.isSuccess ? texts.sent : texts.again}
      </Button>
    </section>
  );
}
