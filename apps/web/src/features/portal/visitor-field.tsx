import { useState } from 'react';
import { portalTexts } from '../../texts/en/portal.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { setVisitorName, useVisitorName } from './visitor-name.ts';

const { label, hint, as, change } = portalTexts.name;

/** Asks for the client's name once, as field `author` of the surrounding form. Afterwards it shows the stored name. */
export function VisitorField() {
  const name = useVisitorName();
  const [draft, setDraft] = useState('');
  if (name !== '') {
    const forget = () => {
      setDraft(name);
      setVisitorName('');
    };
    return (
      <p className="text-muted text-sm">
        <input type="hidden" name="author" value={name} />
        {as(name)}{' '}
        <button type="button" onClick={forget} className={linkStyle}>
          {change}
        </button>
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
