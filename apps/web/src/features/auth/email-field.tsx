import type { ComponentProps } from 'react';
import { authTexts } from '../../texts/en/auth.ts';
import { TextField } from '../../ui/fields/text-field.tsx';

/** The email address of an account; its owner's, whom the browser may fill in. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label={authTexts.email}
      name="email"
      type="email"
      required
      maxLength={254}
      autoComplete="email"
      {...props}
    />
  );
}
