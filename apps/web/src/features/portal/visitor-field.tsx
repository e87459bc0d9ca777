import { useState } from 'react';
import { portalTexts } from '../../texts/en/portal.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { usePortal } from './portal-context.ts';
import { setVisitorName, useVisitorName } from './visitor-name.ts';

const { label, hint, as, change } = portalTexts.name;

/**
 * The client's name as field `author` of the surrounding form: the one that the firm gave the link (REL-8), else the one
 * that this browser knows, else a field.
 */
export function VisitorField() {
  const { clientName } = usePortal().view;
  const known = useVisitorName();
  const [draft, setDraft] = useState('');
  const name = clientName ?? known;
  if (name !== '') {
    const forget = () => {
      setDraft(known);
      setVisitorName('');
    };
    return (
      <p className="wrap-anywhere text-muted text-sm">
        <input type="hidden" name="author" value={name} />
        {as(name)}{' '}
        {clientName === null && (
          <button type="button" onClick={forget} className={linkStyle}>
            {change}
          </button>
        )}
      </p>
    );
  }
  return (
    <TextField
      label={label}
      hint={hint}
      name="author"
      required
      maxLength={200}
      autoComplete="name"
      value={draft}
      onChange={({ currentTarget }) => setDraft(currentTarget.value)}
    />
  );
}
