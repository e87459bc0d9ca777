import { isApiError } from '@ecp/sdk/create-client';
import { wordTexts } from '../../texts/en/documents/word.ts';
import { FormError } from '../../ui/fields/form-error.tsx';

const { unchanged, refused, tooLarge } = wordTexts.troubles;

/** Tells why a Word file was not taken, and what to do about it (WRD-8, WRD-10); renders nothing without an error. */
export function ImportTrouble({ error }: { error: Error | null }) {
  const told = explainRefusal(error);
  if (!told) return <FormError error={error} />;
  return (
    <div role="alert" className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
      <p className="font-medium">{told.title}</p>
      <p className="text-sm">{told.advice}</p>
    </div>
  );
}

function explainRefusal(error: Error | null): { title: string; advice: string } | null {
  if (isApiError(error, 'nothing_changed')) return unchanged;
  if (isApiError(error, 'file_too_large')) return tooLarge;
  if (isApiError(error, 'word_file_refused')) return { title: error.message, advice: refused };
  return null;
}
